// What htmx leaves to the page: a word when the viewer no longer answers, focus on a refusal, no double submits.
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

var refused = document.getElementById("refused");
if (refused) {
  refused.focus();
}
