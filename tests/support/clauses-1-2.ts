import type { ClauseRows } from './clause-rows.ts';

/** Sections 1 and 2 up to sign-up: what the product does, navigation, access, routes, dashboard, template choice, login, sign up. */
export const clausesOfScreens = {
  's1.brand': ['The navigation bar shows the brand.', "The product shows the brand 'Ready' in its navigation bar.", 1],
  's1.sign-in': ['People sign in with a username and a password.', 'Users sign in with a username and password'],
  's1.choose': ['A person can choose a base template.', 'choose a base template;'],
  's1.wips': ['A person can create, edit, save and delete WIPs.', 'create, edit, save and delete WIPs of it;'],
  's1.submit': ['A person can submit a WIP to a live dashboard.', 'submit a WIP to a live dashboard;'],
  's1.archives': ['A person can look at archives of submissions.', 'view archives of submissions.'],
  's1.admin': [
    'Level 3 or higher changes users and gives roles.',
    'can update user attributes and assign roles to users',
  ],
  's1.signup': [
    'Sign-up is offered to the two organizations.',
    'Sign-up is offered for members of two named organizations',
  ],

  's2.nav.shown': [
    'The bar stands on every route but the live dashboards.',
    'Shown on every route except those starting with',
  ],
  's2.nav.not-wip-dashboard': ['No bar on /wip-dashboard.', '/wip-dashboard, /template-dashboard, /multiple-dashboard'],
  's2.nav.not-template-dashboard': ['No bar on /template-dashboard.', '/template-dashboard, /multiple-dashboard.'],
  's2.nav.not-multiple-dashboard': ['No bar on /multiple-dashboard.', '/multiple-dashboard.'],
  's2.nav.dashboard-link': ['The Dashboard link is there for signed-in people only.', 'Dashboard (authenticated only)'],
  's2.nav.templates-link': ['The Templates link is always there.', 'Links: Dashboard (authenticated only), Templates'],
  's2.nav.archives-link': ['The Archives link is there for signed-in people only.', 'Archives (authenticated only)'],
  's2.nav.user-roles-link': ['User Roles is there from level 3.', 'User Roles (only with permission level 3)', 12],
  's2.nav.welcome': ['Signed in, the bar greets by username.', "When signed in it shows 'Welcome, {username}'"],
  's2.nav.logout-button': ['Signed in, there is a Logout button.', 'and a Logout button'],
  's2.nav.logout-home': ['Logging out goes to /.', 'Logout then goes to /.'],
  's2.nav.signed-out-buttons': [
    'Signed out, there are Login and Sign up.',
    'When not signed in it shows Login and Sign up buttons',
  ],
  's2.nav.both-to-login': ['Both of them go to /login.', 'both go to /login'],

  's2.access.rule': [
    'Every route but two needs a session.',
    'All routes except /login and /signup need authentication.',
  ],
  's2.access.login-open': ['/login needs none.', 'All routes except /login and /signup', 13],
  's2.access.signup-open': ['/signup needs none.', 'except /login and /signup need authentication', 13],
  's2.access.verifying': ['While the session is checked they say so.', "they show 'Verifying authentication...'"],
  's2.access.redirect': [
    'Without a session they redirect to /login.',
    'When not authenticated they redirect to /login.',
  ],

  's2.routes.dashboard': ['/ and /dashboard show the dashboard.', '| / and /dashboard | Dashboard |'],
  's2.routes.select': [
    '/home and /select-template show the picker.',
    '| /home and /select-template | Select Base Template |',
  ],
  's2.routes.login': ['/login shows the sign-in form.', '| /login | Sign in |'],
  's2.routes.signup': ['/signup shows the sign-up form.', '| /signup | Sign up |'],
  's2.routes.form': [
    '/forms/{id} opens the base template.',
    '| /forms/{base_template} | Editor for the base template |',
  ],
  's2.routes.wip': ['/forms/{id}/wips/{uuid} opens a saved WIP by its uuid.', '(the param holds the WIP uuid)'],
  's2.routes.open-wip': ['/open-wip/{id} lists the WIPs.', '| /open-wip/{base_template} | WIP list for a template |'],
  's2.routes.wip-dashboard': ['/wip-dashboard/{uuid} is live.', '| /wip-dashboard/{uuid} | WIP live dashboard |'],
  's2.routes.template-dashboard': [
    '/template-dashboard/{id} is live.',
    '| /template-dashboard/{templateId} | Template live dashboard |',
  ],
  's2.routes.multiple-dashboard': [
    '/multiple-dashboard/{a}/{b} shows two panes.',
    '| /multiple-dashboard/{uuid1}/{uuid2} | Command dashboard |',
  ],
  's2.routes.admin': [
    '/admin/create-role is for administrators.',
    '| /admin/create-role | User Management (admin only) |',
  ],
  's2.routes.archives': ['/archives shows the archives.', '| /archives | Archives |'],

  's2.dashboard.live-section': ["There is a 'View Live Docs' section.", "'View Live Docs' section"],
  's2.dashboard.command-card': ["It has a fixed 'Command Docs' card.", "a fixed 'Command Docs' card"],
  's2.dashboard.command-target': [
    'Its View Live goes to the two-pane dashboard with the two fixed ids.',
    'View Live goes to the two-pane dashboard with two fixed, hardcoded template ids',
    1,
  ],
  's2.dashboard.card-per-template': ['One card a template.', 'plus one card per template (name, optional description'],
  's2.dashboard.description-optional': ['A missing description leaves no gap in words.', 'optional description'],
  's2.dashboard.view-live': [
    'View Live goes to the template dashboard.',
    'View Live to /template-dashboard/{templateId}',
  ],
  's2.dashboard.edit-section': ["There is an 'Edit Docs' section.", "'Edit Docs' section"],
  's2.dashboard.new': ["'New' goes to the editor of the template.", "a 'New' button to /forms/{uuid}"],
  's2.dashboard.edit-wips': ["'edit WIPs' goes to the WIP list.", "an 'edit WIPs' button to /open-wip/{uuid}"],
  's2.dashboard.empty-live': ['No template: no live docs.', "'No Live Docs Available'"],
  's2.dashboard.empty-edit': ['No template: no documents.', "'No Documents Available'"],
  's2.dashboard.create-document': [
    'Then Create Document goes to the picker.',
    'with a Create Document button to /select-template',
  ],
  's2.dashboard.error': ['A failure is titled.', "Error state: 'Error Loading Dashboard'"],
  's2.dashboard.try-again': ['Try Again asks again.', "'Error Loading Dashboard' with Try Again"],

  's2.select.dropdown': ['Templates are chosen by name.', 'A dropdown of templates (by name)'],
  's2.select.description': [
    "The chosen template's description is shown.",
    "the chosen template's description is shown",
  ],
  's2.select.button': ["'Select Template' goes to the editor.", "a 'Select Template' button goes to /forms/{uuid}"],
  's2.select.wips-heading': [
    'The WIPs appear after a choice.',
    "After selection it lists 'Available Works in Progress'",
  ],
  's2.select.create-card': [
    'A Create WIP card does the same as Select Template.',
    'a Create WIP card (same as Select Template)',
  ],
  's2.select.wip-card': ['One card a WIP.', 'one card per WIP (name, description, Open WIP'],
  's2.select.open-wip': ['Open WIP goes to that WIP.', 'Open WIP going to /forms/{templateUuid}/wips/{wipUuid}'],
  's2.select.empty': ['No template: says so.', "Shows 'No templates available' if there are none."],

  's2.login.form': ['Username and password form.', 'Username and password form'],
  's2.login.button': ['A Sign In button.', 'a Sign In button'],
  's2.login.signup-link': ['A link to /signup.', 'a link to /signup'],
  's2.login.already': ['Signed in already: says so.', "If already signed in: 'Already Logged In'"],
  's2.login.go-to-dashboard': ['And offers the dashboard.', 'with a Go to Dashboard button'],
  's2.login.success': ['Success is said.', "After successful login it shows 'Login successful!'"],
  's2.login.redirect': ['Then the dashboard follows.', 'and goes to /dashboard after 1.5 s'],

  's2.signup.fields': ['First name, last name and organization.', 'Fields: firstName, lastName, organization'],
  's2.signup.organizations': [
    'The choice: empty and the two organizations.',
    '(select: empty, {product}, active911)',
    1,
  ],
  's2.signup.dependent-fields': [
    'Login and password of the organization appear with a choice.',
    'orgLogin and orgPassword (shown only once an organization is chosen)',
  ],
  's2.signup.already': ['Signed in already: says so.', "If signed in: 'Already Logged In'"],
  's2.signup.go-home': ['And offers /home.', "'Already Logged In' with Go to Home", 13],
  's2.signup.no-call': ['No call is made.', 'Registration is only simulated and makes no server call.'],
  's2.signup.wait': ['The message comes after 1 s.', 'After a 1 s wait it shows'],
  's2.signup.success': [
    'The message.',
    "'Account created successfully! Please check your email for further instructions.'",
  ],
  's2.signup.clears': ['The form is empty again.', 'clears the form'],
  's2.signup.redirect': ['/login follows 2 s later.', 'and goes to /login after 2 s'],
} as const satisfies ClauseRows;
