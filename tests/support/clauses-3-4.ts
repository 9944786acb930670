import type { ClauseRows } from './clause-rows.ts';

/** Sections 3 and 4: entities, states and transitions. */
export const clausesOfBehaviour = {
  's3.template': [
    'A template: identity, name, description, file.',
    '**Template**: uuid, name, description, file_name.',
  ],
  's3.wip': [
    'A WIP: its fields are read as they come.',
    '**WIP** (saved copy of a template): uuid, name, description, file_name, wip_uuid, wip_name, base_name, created_from',
  ],
  's3.detail': [
    "A detail's result is read.",
    "('result'): content, base_name, wip_name, wip_uuid, description, name, created_from, uuid.",
  ],
  's3.archive-summary': [
    'An archive names itself by archive_uuid or uuid.',
    '**Archive summary**: archive_uuid or uuid',
  ],
  's3.archive-format': ['The format may stand in the metadata.', 'format (archive_format in metadata)'],
  's3.archive-detail': ["An archive's result is read.", 'content (HTML), name, format, submitted_on, uuid.'],
  's3.user': ['A user.', '**User**: uuid, email, name, organization_id, permission (integer).', 6],
  's3.role': ['A role.', '**Role**: uuid, name, file_name.'],
  's3.session.username-initial': ["No name at the first check: 'User'.", "fallback 'User' on the initial check", 11],
  's3.session.username-later': ["No name later: 'guest'.", "'guest' on later validation", 11],
  's3.session.user-id': [
    "No uuid: the text 'null'.",
    "user_id (taken from a uuid field; fallback the text 'null')",
    11,
  ],
  's3.session.permission': ['No permission: 0.', 'permission (number, default 0)', 11],
  's3.session.flat': ['Verify may answer flat.', 'The verify response may carry these fields at top level'],
  's3.session.nested': ['Or nested.', 'or nested under a user object'],
  's3.session.login': [
    'The login reply.',
    'The login response carries success, username, uuid, organization and permission.',
  ],
  's3.signup-form': ['The five fields.', '**Sign-up form**: firstName, lastName, organization, orgLogin, orgPassword.'],
  's3.regions': ['What is editable.', '**Editable content**: each element of class editable with an id.', 15],
  's3.value': ['Plain text, or a link in its notation.', 'URL[text] or URL[text,window=_top]', 16],
  's3.new-attributes': [
    "Saving sends what the document's own function gives.",
    "sends new attributes produced by the document's own optional function",
    8,
  ],
  's3.new-attributes-empty': ['Without one, an empty list.', 'otherwise an empty list', 8],
  's3.wip-name': [
    'A name that comes from the route is cut at its last underscore.',
    'carries a suffix after the last underscore; the display and save name strips it',
    19,
  ],

  's4.auth.states': [
    'One of three states at any time.',
    'Three states: loading, unauthenticated (user empty), authenticated (user set).',
  ],
  's4.auth.starts-loading': ['It starts loading.', 'The loading flag starts true'],
  's4.auth.verify-ends-loading': [
    'The end of the first verify ends it.',
    'is cleared when the initial verify call finishes',
  ],
  's4.auth.cap': ['Or 1 second does.', 'or after 1 second, whichever is first', 10],
  's4.auth.reverify': [
    'After a sign-in: 100 ms, then the session is verified through the cookie.',
    'After a successful login the client waits 100 ms, then re-verifies the session through a cookie.',
  ],
  's4.auth.reverify-fails': [
    'When that fails, the login reply serves.',
    'If that verification fails, it uses the data from the login response instead.',
    5,
  ],
  's4.auth.logout': ['Logging out clears the user.', 'Logout always clears the user'],
  's4.auth.logout-fails': ['Also when the call fails.', 'even if the call fails'],
  's4.auth.refused': ['A later check refused clears the user.', 'A validation failure with 401 or 403 clears the user'],
  's4.auth.other-failures': ['Any other failure changes nothing.', 'other failures leave the state as it was'],
  's4.refresh.on-401': [
    'A 401 causes one refresh and a retry.',
    'triggers one token refresh and a retry of the original request',
  ],
  's4.refresh.on-302': ['So does a 302 on an /auth/ path.', 'A 401 response (or a 302 on an /auth/ path) triggers', 3],
  's4.refresh.once': ['At most once a request.', 'at most once per request', 5],
  's4.refresh.others-wait': [
    'Calls that fail meanwhile wait and are retried.',
    'Requests that fail while a refresh is under way wait for it and are then retried.',
  ],
  's4.refresh.fails-rejects': [
    'A failed refresh rejects them all.',
    'If the refresh fails, all waiting requests are rejected',
    5,
  ],
  's4.refresh.fails-login': ['And leads to /login.', 'and the browser goes to /login.', 5],

  's4.editor.states': ['Loading, error, loaded.', 'States: loading, error, loaded.'],
  's4.editor.dirty-set': [
    'A difference is unsaved.',
    'The dirty flag is set when editable content differs from the last saved snapshot.',
  ],
  's4.editor.dirty-cleared-load': ['Clean after load.', 'It is cleared after load'],
  's4.editor.dirty-cleared-save': ['Clean after a save.', 'and after a successful save'],
  's4.editor.save-new': [
    'A first save goes to the new WIP.',
    'Saving a new WIP creates it and then navigates to /forms/{template}/wips/{newUuid}?success=save.',
  ],
  's4.editor.save-existing': ['A save reloads.', 'Saving an existing WIP reloads the page with ?success=save.', 17],
  's4.editor.submit': [
    'Submit saves, submits, reloads.',
    'Submit: saves first, then submits, then reloads with ?success=submit.',
    18,
  ],
  's4.editor.delete': ['Deleting goes to the list.', 'from the editor it goes to /open-wip/{template}'],
  's4.wip-list.delete': ['Deleting in the list takes it away.', 'from the list it removes the WIP from the list'],
  's4.login': ['Form, message, redirect.', 'Form, then success message, then redirect after 1.5 s.'],

  's4.live.stream': ['One stream an id.', 'An event stream is opened per WIP or template id.', 22],
  's4.live.event': [
    'A completed submission reloads the archive.',
    "On a 'submission' event whose type is submission_complete and that carries an archive_uuid, the archive is reloaded.",
  ],
  's4.live.other-type': ['Another type does not.', 'whose type is submission_complete'],
  's4.live.no-uuid': ['Without an archive_uuid neither.', 'and that carries an archive_uuid'],
  's4.live.reconnect': [
    'A closed stream comes back after 3 s.',
    'If the stream is closed, it reconnects after 3 s.',
    22,
  ],
  's4.live.order': [
    'Newest first, and that is shown.',
    'Archives for a WIP are ordered newest submitted_on first, and the first is shown.',
    23,
  ],
  's4.live.no-status': ['No status names.', 'No status names are shown.'],
} as const satisfies ClauseRows;
