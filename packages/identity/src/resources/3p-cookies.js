// "supported" or "unsupported", no secret: any parent that may frame this page may read it.
parent.postMessage(document.documentElement.dataset.answer, '*')
