// What htmx leaves to the page: shortcuts, filters that apply at once, a word when the viewer no longer answers, focus
// on a refusal, no double submits.
"use strict";

function lost() {
  document.getElementById("lost").hidden = false;
}

document.addEventListener("htmx:sendError", lost);
document.addEventListener("htmx:timeout", lost);
document.addEventListener("htmx:beforeRequest", function () {
  document.getElementById("lost").hidden = true;
});

// Answers replace a part of the page; when that part is not in the answer it is an error page, which is shown whole.
document.addEventListener("htmx:beforeSwap", function (event) {
  var target = event.detail.target.id;
  if (target && event.detail.xhr.responseText.indexOf('id="' + target + '"') < 0) {
    event.detail.shouldSwap = false;
    window.location.reload();
  }
});

document.addEventListener("submit", function (event) {
  var form = event.target;
  if (form.method !== "post" || form.hasAttribute("hx-post")) {
    return;
  }
  if (form.dataset.sent) {
    event.preventDefault();
  }
  form.dataset.sent = "1";
});

window.addEventListener("pageshow", function () {
  document.querySelectorAll("form[data-sent]").forEach(function (form) {
    delete form.dataset.sent;
  });
});

document.addEventListener("change", function (event) {
  if (event.target.matches("select[data-submit]")) {
    event.target.form.requestSubmit();
  }
});

function closeOthers(open) {
  document.querySelectorAll("details.opener[open], details.menu[open]").forEach(function (part) {
    part.open = part === open;
  });
}

document.addEventListener("click", function (event) {
  closeOthers(event.target.closest("details.opener, details.menu"));
});

// Keys, where nobody types: j and k go from row to row, "/" searches, "?" lists the keys; every other key clicks what bears
// it in `data-key`, in the row that has the focus or outside of all rows.
function step(by) {
  var links = Array.from(document.querySelectorAll("main :is(h2, h3) a, main .needs a, main .prompts a"));
  var row = document.activeElement.closest("li");
  var at = links.findIndex(function (link) {
    return link === document.activeElement || (row && row.contains(link));
  });
  var next = links[at < 0 ? 0 : at + by];
  if (next) {
    next.focus();
  }
}

function press(key) {
  var row = document.activeElement.closest("li");
  var bearer = '[data-key="' + CSS.escape(key) + '"]';
  var target = (row && row.querySelector(bearer)) || document.querySelector(bearer + ":not(.list *)");
  if (target) {
    target.click();
  }
}

function showKeys() {
  document.getElementById("keys").showModal();
}

document.querySelectorAll('[data-key="?"]').forEach(function (button) {
  button.hidden = false;
  button.addEventListener("click", showKeys);
});

document.addEventListener("keydown", function (event) {
  if (event.key === "Escape") {
    var open = document.querySelector("details.opener[open], details.menu[open]");
    closeOthers(null);
    if (open) {
      open.querySelector("summary").focus();
    }
  }
  var typing = event.target.matches("input:not([type=checkbox], [type=radio]), textarea, select");
  if (typing || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) {
    return;
  }
  if (event.key === "/") {
    event.preventDefault();
    document.getElementById("q").select();
  } else if (event.key === "j" || event.key === "k") {
    step(event.key === "j" ? 1 : -1);
  } else if (event.key.length === 1 && event.key !== " ") {
    press(event.key);
  }
});

var refused = document.getElementById("refused");
if (refused) {
  refused.focus();
}
