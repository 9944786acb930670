import type { ClauseRows } from './clause-rows.ts';

/** Sections 5, 6 and 7: validation, permissions, calls. */
export const clausesOfRules = {
  's5.login.required': ['Both fields are required.', 'username and password are required (by the browser)'],
  's5.login.success-true': [
    'Only success: true counts.',
    'Login counts as failed unless the response has success true.',
  ],
  's5.signup.first-name': ['First the first name.', "'First name is required.'"],
  's5.signup.last-name': ['Then the last name.', "'Last name is required.'"],
  's5.signup.organization': ['Then the organization.', "'Please select an organization.'"],
  's5.signup.login': ['Then its login.', "'Organization login is required.'"],
  's5.signup.password': ['Then its password.', "'Organization password is required.'"],
  's5.signup.order': ['In this order.', '(client only, checked in this order'],
  's5.signup.trimmed': ['Blanks are nothing.', 'values trimmed'],
  's5.save.name': [
    'The name must not be empty.',
    "the name must be non-empty after trimming, else 'Please enter a name for the saved form'",
  ],
  's5.save.disabled': ['Save is disabled when empty.', 'The Save button is disabled when empty.'],
  's5.submit.complete': [
    'Submit needs template and name.',
    "**Submit** requires template and WIP name: 'Template and WIP name are required for submission'",
  ],
  's5.select.required': ['A template must be chosen.', "'Please select a template.'", 24],
  's5.select.not-found': ['And must be there.', "'Selected template not found.'"],
  's5.role.user': ['A role needs a user.', "**Role assignment**: 'User selection is required.'"],
  's5.role.role': ['And a role.', "'Role selection is required.'"],
  's5.update.user': ['An update needs a user.', "**Update user**: 'User selection is required.'"],
  's5.update.non-empty': [
    'Only what is not empty is sent.',
    'Only non-empty fields of name, email, organization_id and permission (integer) are sent.',
    24,
  ],
  's5.paste.prompt': [
    'A pasted URL asks for its text.',
    "a URL pasted into an editable field prompts for link text (default 'Link')",
  ],
  's5.paste.notation': ['And becomes a link.', 'is inserted as a link in the URL[text,window=_top] notation'],
  's5.paste.rendered': [
    'Notation is shown as a link.',
    'Link notation in content is rendered as a link (target _top if marked).',
  ],

  's6.at-least': [
    'A level suffices when it is high enough.',
    'if their level is greater than or equal to the required level',
  ],
  's6.no-user': ['Nobody has none.', 'With no user the check is always false.'],
  's6.options': ['The two levels of the form.', 'Admin form options: 2 = Basic User, 3 = Administrator.', 24],
  's6.admin-level': [
    'Level 3 sees and uses the administration.',
    'Level 3 or higher is required to see the User Roles link and to use /admin/create-role.',
  ],
  's6.denied-title': ['Others are told.', "Others see 'Access Denied'"],
  's6.denied-text': [
    'In these words.',
    "'You do not have sufficient permissions to create roles. Permission level 3 or higher is required.'",
  ],
  's6.go-back': ['With a way back.', 'and a Go Back button', 13],
  's6.open-screens': [
    'Other screens are open; a 403 may come.',
    'Other screens are open to any authenticated user, but the server may answer 403',
  ],

  's7.host': ['One base host.', 'All calls go to a fixed API base host {host}', 1],
  's7.credentials': ['Cookies go along.', 'with credentials (cookies) sent', 3],
  's7.time-out': ['10 seconds.', 'a 10-second time-out', 3],
  's7.no-redirects': ['No redirect is followed.', 'no redirects followed', 3],
  's7.json': ['JSON content type.', 'and JSON content type', 3],
  's7.verify': ['GET /auth/verify.', 'GET /auth/verify: no payload.'],
  's7.login': ['POST /auth/login.', 'POST /auth/login: payload username and password.'],
  's7.logout': ['POST /auth/logout.', 'POST /auth/logout: no payload.'],
  's7.logout-404': ['Its 404 is silent.', 'A 404 is ignored silently.'],
  's7.refresh': ['POST /auth/refresh-token.', 'POST /auth/refresh-token: no payload.'],
  's7.templates': ['GET /v1/templates.', 'GET /v1/templates returns templates[] (uuid, name, description, file_name).'],
  's7.template': ['GET /v1/templates/{id}.', 'GET /v1/templates/{id}?html=true returns result'],
  's7.wips-templates': ['WIPs as templates[].', 'GET /v1/templates/{id}/wips returns templates[]', 6],
  's7.wips-wips': ['WIPs as wips[].', '(or wips[], or a bare array, in the archives screen)', 6],
  's7.wips-array': ['WIPs as a bare array.', 'or a bare array', 6],
  's7.save': [
    'POST save.',
    'POST /v1/templates/{id}/wips/save, body save_name, edited_attributes, new_attributes, returns result',
    7,
  ],
  's7.save-200-201': ['200 or 201.', 'status 200 or 201'],
  's7.wip': ['GET /v1/wips/{uuid}.', 'GET /v1/wips/{uuid}?html=true returns result.'],
  's7.update': [
    'POST update.',
    'POST /v1/wips/{wipUuid}/update, body save_name, edited_attributes, new_attributes.',
    7,
  ],
  's7.submit': ['POST submit, empty body.', 'POST /v1/wips/{name}/submit with an empty body.', 9],
  's7.delete': ['GET delete.', 'GET /v1/wips/{uuid}/delete (delete is done by GET) returns 200.'],
  's7.archives': [
    'GET archives of a WIP.',
    'GET /v1/wips/{uuid}/archives returns archives[] (archive_uuid, submitted_on, name, format, uuid).',
  ],
  's7.recent': [
    'GET recent, one object.',
    'GET /v1/templates/{id}/archives/recent returns success and archives (one object',
    6,
  ],
  's7.archive': ['GET one archive.', 'GET /v1/archives/{archiveUuid} returns result.'],
  's7.events': [
    'The event stream.',
    "Event stream: GET {host}/events/wips/{id}; event 'submission' with data type and archive_uuid.",
  ],
  's7.roles': ['GET /v1/roles.', 'GET /v1/roles returns success and roles[] (uuid, name, file_name).'],
  's7.users': [
    'GET /v1/users.',
    'GET /v1/users returns success and users[] (uuid, email, name, organization_id, permission).',
  ],
  's7.assign': ['POST a role.', 'POST /v1/users/roles/create, body user_uuid, role_uuid, returns success and message.'],
  's7.update-user': [
    'POST a user.',
    'POST /v1/users/{uuid}/update, body any of name, email, organization_id, permission, returns success and message.',
  ],
  's7.signup-no-call': ['Sign-up calls nothing.', 'Sign-up makes no call.'],
} as const satisfies ClauseRows;
