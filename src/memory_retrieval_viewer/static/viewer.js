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

// "/" goes to the search box, Escape closes what is open; neither while somebody types.
document.addEventListener("keydown", function (event) {
  if (event.key === "Escape") {
    var open = document.querySelector("details.opener[open], details.menu[open]");
    closeOthers(null);
    if (open) {
      open.querySelector("summary").focus();
    }
  }
  if (event.key === "Enter" && event.target.name === "sought") {
    event.preventDefault();
    event.target.parentElement.querySelector("button").click();
  }
  var typing = event.target.matches("input:not([type=checkbox], [type=radio]), textarea, select");
  if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    document.getElementById("q").select();
  }
});

// The latest prompts come in by themselves. The server makes the text safe, and ends the stream after a while.
function watch(section) {
  var list = section.querySelector("ol");
  var state = document.getElementById("live-state");
  var stream = new EventSource(section.dataset.stream);
  function stop() {
    stream.close();
    state.className = "facts";
    state.textContent = "Stopped watching; reload the page to go on.";
  }
  stream.onopen = function () {
    state.className = "facts live";
    state.textContent = "Watching";
  };
  stream.addEventListener("prompt", function (event) {
    list.insertAdjacentHTML("afterbegin", event.data);
    list.firstElementChild.classList.add("fresh");
    while (list.children.length > 30) {
      list.lastElementChild.remove();
    }
  });
  stream.addEventListener("end", stop);
  stream.onerror = stop;
  window.addEventListener("pagehide", stop);
}

var live = document.getElementById("live");
if (live) {
  watch(live);
}

var refused = document.getElementById("refused");
if (refused) {
  refused.focus();
}
