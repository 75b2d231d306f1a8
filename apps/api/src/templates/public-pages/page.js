/* Comforts of the public page, in the language of old browsers; without this file everything still works. */
(function () {
  'use strict';
  var print = document.getElementById('print');
  if (print) {
    print.hidden = false;
    print.addEventListener('click', function () {
      window.print();
    });
  }

  var form = document.getElementById('choose');
  if (!form) return;
  var problem = document.getElementById('problem');
  var label = document.getElementById('download');
  var boxes = form.querySelectorAll('input[type=checkbox]');
  function count() {
    return form.querySelectorAll('input:checked').length;
  }
  function tell() {
    var chosen = count();
    label.textContent =
      chosen === 0
        ? 'Download'
        : chosen === 1
          ? 'Download 1 document'
          : 'Download ' + chosen + ' documents';
    if (chosen > 0) problem.textContent = '';
  }
  form.addEventListener('change', tell);
  form.addEventListener('submit', function (event) {
    if (count() > 0) return;
    event.preventDefault();
    problem.textContent = form.getAttribute('data-nothing');
    boxes[0].focus();
  });
  // A browser that goes back brings what was chosen.
  window.addEventListener('pageshow', tell);
})();
