import type { ClauseRows } from './clause-rows.ts';

/** Section 2 from the editor on: editor, WIP list, the three live dashboards, user management, archives. */
export const clausesOfDocuments = {
  's2.editor.header': ['The header names template and WIP.', 'Header with the template base name and the WIP name'],
  's2.editor.description': ['The description stands in a banner.', 'a description banner'],
  's2.editor.toggle': ['Two views, one at a time.', 'A toggle between two views:'],
  's2.editor.document-view': [
    'The document is a frame whose regions are edited in place.',
    'an inline frame of the HTML in which elements with class editable and an id are editable in place',
  ],
  's2.editor.attributes-view': [
    'Attributes lists each id.',
    "'Attributes': lists each editable id with its current content",
  ],
  's2.editor.attribute-empty': ["An empty region says 'Empty'.", "or 'Empty'"],
  's2.editor.no-attributes': ['No region: says so.', "'No editable elements with IDs found in the form.'"],
  's2.editor.save-star': ['Unsaved changes show an asterisk.', "Save: shows '*' when there are unsaved changes."],
  's2.editor.save-modal': [
    'A new document asks for its name.',
    "For a new document it opens a Save modal with a 'Form Name' field and Cancel/Save buttons.",
  ],
  's2.editor.save-modal-cancel': ['Cancel closes it and saves nothing.', 'Cancel/Save buttons'],
  's2.editor.save-direct': ['A WIP is saved at once.', 'For an existing WIP it saves directly.'],
  's2.editor.delete-wip-only': ['Delete is offered for a WIP only.', 'Delete (WIP only)'],
  's2.editor.delete-confirm': [
    'Deleting is confirmed in these words.',
    '\'Are you sure you want to delete "{name}"? This action cannot be undone.\'',
    20,
  ],
  's2.editor.open-wip': ['Open WIP goes to the list.', 'Open WIP (template mode): goes to /open-wip/{template}.'],
  's2.editor.submit-wip-mode': ['Submit is offered for a WIP only.', 'Submit to Dashboard (WIP mode)'],
  's2.editor.submit-tooltip': [
    'With unsaved changes it says why not.',
    "the tooltip 'Please save your changes before submitting' is shown when there are unsaved changes",
    18,
  ],
  's2.editor.view-in-dashboard': ['View in Dashboard.', 'View in Dashboard: goes to /wip-dashboard/{wipUuid}.'],
  's2.editor.template-dashboard': [
    'Template Dashboard.',
    'Template Dashboard: goes to /template-dashboard/{template}.',
  ],
  's2.editor.back': ['Back to Templates.', '- Back to Templates.'],
  's2.editor.banner-save': [
    'A save is announced.',
    "A ?success=save or ?success=submit query shows 'Form saved successfully!'",
  ],
  's2.editor.banner-submit': ['A submission is announced.', "'Form submitted successfully!'"],
  's2.editor.banner-time': ['For 1.5 s.', 'for 1.5 s, and is then removed'],
  's2.editor.banner-query': ['Then the query goes.', 'is then removed from the address', 17],
  's2.editor.load-error': ['A load error is titled.', "Load errors show 'Error Loading Form'"],
  's2.editor.load-error-actions': ['With two ways on.', "'Error Loading Form' with Back to Templates and Try Again"],
  's2.editor.no-content': ['Empty content: says so.', "Empty content shows 'No content available for this form.'"],

  's2.wip-list.name': ['The list shows the template.', 'Shows the template name and the buttons'],
  's2.wip-list.open-base': ['Open Base goes to the editor.', 'Open Base (to /forms/{uuid})'],
  's2.wip-list.switch-base': ['Switch Base goes to the picker.', 'Switch Base (to /select-template)'],
  's2.wip-list.count': ['The heading counts.', "Lists 'Available WIPs (n)'"],
  's2.wip-list.entry': [
    'Each WIP with name, description and actions.',
    'with name, description, Delete (with confirmation) and Open WIP',
  ],
  's2.wip-list.delete-confirm': ['Deleting is confirmed.', 'Delete (with confirmation)'],
  's2.wip-list.open': ['Open WIP goes to that WIP.', '(with confirmation) and Open WIP'],
  's2.wip-list.empty': [
    'No WIP: says how to make one.',
    "'No WIPs found for this template. Create one by editing the base template and saving it.'",
  ],

  's2.wip-dashboard.title': ["Titled 'Ready Dashboard'.", "Titled 'Ready Dashboard'.", 1],
  's2.wip-dashboard.newest': [
    'The newest archive, read-only.',
    'A read-only view of the newest submitted archive of that WIP',
  ],
  's2.wip-dashboard.live': ['It changes by itself.', 'of the newest submitted archive of that WIP, updated live'],

  's2.template-dashboard.title': ['Titled.', "Titled 'Template Dashboard'"],
  's2.template-dashboard.edit': ['Edit Template goes to the editor.', 'with an Edit Template button (to /forms/{id})'],
  's2.template-dashboard.recent': ['The most recent archive.', 'Shows the most recent archive of the template'],
  's2.template-dashboard.live': [
    'It changes by itself.',
    'Shows the most recent archive of the template, updated live.',
  ],
  's2.template-dashboard.empty': [
    'None: says what to do.',
    "'No documents submitted to dashboard. Edit the template and submit to see the archive here.'",
  ],

  's2.command.title': ['Titled.', "Titled 'Command Dashboard'."],
  's2.command.left': [
    'Left, 9/12: the first template.',
    'The left pane (9/12 width) shows the most recent archive of the first template',
  ],
  's2.command.right': ['Right, 3/12: the second.', 'the right pane (3/12) shows that of the second'],
  's2.command.edit-left': ['Edit Left.', 'Edit Left (/open-wip/{uuid1})'],
  's2.command.edit-right': ['Edit Right.', 'Edit Right (/open-wip/{uuid2})'],
  's2.command.back': ['Back.', 'Edit Right (/open-wip/{uuid2}), Back.'],

  's2.admin.only': ['For administrators.', 'Admin only (see section 6).'],
  's2.admin.assign': ['A role is given to a user.', 'It lets an admin assign a role to a user'],
  's2.admin.update': ["A user's fields are changed.", "update a user's name, email, organization_id and permission"],

  's2.archives.step-1': ['First a template.', 'Three steps: 1 select a template'],
  's2.archives.step-2': ['Then a WIP.', '2 select a WIP'],
  's2.archives.step-3': [
    'Then its archives with their facts.',
    '3 list archives (name, submitted date/time, format in upper case, uuid, View Content)',
  ],
  's2.archives.modal': [
    'View Content opens a window with facts and frame.',
    'View Content opens a large modal showing name, format, submitted, uuid, and the content in a frame',
  ],
  's2.archives.close': ['It has a Close button.', 'with a Close button'],
  's2.archives.refresh': ['There is a Refresh button.', 'Has Refresh and Back to Dashboard buttons.'],
  's2.archives.back': ['And a way back to the dashboard.', 'Refresh and Back to Dashboard buttons'],
  's2.archives.hint': [
    'A hint explains the steps until both are chosen.',
    'A Getting Started hint explains the three steps until both template and WIP are chosen.',
  ],
} as const satisfies ClauseRows;
