// The application has already asked: nobody needs to press the button.
document.getElementById('op.logoutForm').requestSubmit()
