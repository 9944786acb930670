// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { setNonce } from 'get-nonce';
import { useState, type FormEvent } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { prepareJsdom } from '#tests/support/jsdom/jsdom-setup.ts';
import { ConfirmDialog } from './overlays/alert-dialog.tsx';
import { DialogActions } from './overlays/dialog.tsx';
import { AppFrame } from './layout/app-frame.tsx';
import { Banner, BannerSlot } from './feedback/banner.tsx';
import { Button } from './forms/button.tsx';
import { Field } from './forms/field.tsx';
import { PasswordInput } from './forms/inputs.tsx';
import { Select } from './forms/select.tsx';
import { ToggleGroup } from './forms/toggle-group.tsx';
import { Tooltip } from './overlays/tooltip.tsx';
import { installStyleNonce, installTrustedTypesPolicy } from '../trusted-types.ts';

prepareJsdom();

let person: ReturnType<typeof userEvent.setup>;
beforeEach(() => {
  person = userEvent.setup();
});

const QUESTION = 'Are you sure you want to delete "Harbour fire"? This action cannot be undone.';

describe('Button', () => {
  it('fires once: while it is busy neither a press nor Enter in a field does it again, and it keeps the focus', async () => {
    const submitted = vi.fn<() => void>();
    function Form() {
      const [busy, setBusy] = useState(false);
      const submit = (event: FormEvent): void => {
        event.preventDefault();
        submitted();
        setBusy(true);
      };
      return (
        <form onSubmit={submit}>
          <input aria-label="Name" />
          <Button type="submit" busy={busy} busyLabel="Saving">
            Save
          </Button>
        </form>
      );
    }
    render(<Form />);
    const button = screen.getByRole('button', { name: 'Save' });
    await person.click(button);
    await person.click(button);
    expect(button).toHaveFocus();
    expect(button).toHaveAttribute('aria-busy', 'true');
    expect(screen.getByRole('status')).toHaveTextContent('Saving');
    await person.type(screen.getByLabelText('Name'), 'x{Enter}');
    expect(submitted).toHaveBeenCalledTimes(1);
  });
});

describe('Tooltip', () => {
  it('answers a tap on an unavailable button, and is silent without a text', async () => {
    const reason = 'Please save your changes before submitting';
    const view = (text: string | null) => (
      <Tooltip text={text}>
        <Button unavailable={text !== null}>Submit to Dashboard</Button>
      </Tooltip>
    );
    const { rerender } = render(view(reason));
    const button = screen.getByRole('button');
    // Safari gives no focus to a button that is tapped: it receives only these events.
    fireEvent.pointerDown(button, { pointerType: 'touch' });
    fireEvent.pointerUp(button, { pointerType: 'touch' });
    fireEvent.click(button);
    expect(await screen.findByRole('tooltip')).toHaveTextContent(reason);
    expect(button).toHaveAccessibleDescription(reason);
    fireEvent.pointerDown(document.body, { pointerType: 'touch' });
    expect(screen.queryByRole('tooltip')).toBeNull();
    await person.hover(button);
    fireEvent.pointerOut(button, { pointerType: 'mouse', relatedTarget: screen.getByRole('tooltip').firstChild });
    fireEvent.scroll(window);
    expect(screen.getByRole('tooltip')).toBeVisible();
    await person.keyboard('{Escape}');
    expect(screen.queryByRole('tooltip')).toBeNull();
    await person.unhover(button);
    await person.hover(button);
    rerender(view(null));
    expect(screen.getByRole('button')).toBe(button);
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
  });
});

describe('Field', () => {
  it('shows a password without losing it or the focus of the field', async () => {
    render(
      <Field label="Password">
        <PasswordInput name="password" autoComplete="current-password" />
      </Field>,
    );
    const input = screen.getByLabelText('Password');
    await person.type(input, 'correct horse');
    await person.click(screen.getByRole('button', { name: 'Show password', pressed: false }));
    expect(input).toHaveAttribute('type', 'text');
    expect(input).toHaveValue('correct horse');
    await person.click(screen.getByRole('button', { name: 'Show password', pressed: true }));
    expect(input).toHaveAttribute('type', 'password');
  });
});

describe('ConfirmDialog', () => {
  function DeletableList({ deleted }: { readonly deleted: () => void }) {
    const [asking, setAsking] = useState(false);
    const [there, setThere] = useState(true);
    const confirm = (): void => {
      deleted();
      setThere(false);
      setAsking(false);
    };
    return (
      <AppFrame>
        {there && <Button onClick={() => setAsking(true)}>Delete</Button>}
        <ConfirmDialog
          open={asking}
          message={QUESTION}
          confirmLabel="Delete it"
          tone="danger"
          onConfirm={confirm}
          onCancel={() => setAsking(false)}
        />
      </AppFrame>
    );
  }

  it('asks to the letter, starts on Cancel, and Escape cancels', async () => {
    const deleted = vi.fn<() => void>();
    render(<DeletableList deleted={deleted} />);
    const opener = screen.getByRole('button', { name: 'Delete' });
    await person.click(opener);
    const dialog = screen.getByRole('alertdialog', { name: QUESTION });
    expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await person.keyboard('{Escape}');
    await waitFor(() => expect(opener).toHaveFocus());
    expect(deleted).not.toHaveBeenCalled();
  });

  it('leaves the focus on the page when what opened it is gone', async () => {
    const deleted = vi.fn<() => void>();
    render(<DeletableList deleted={deleted} />);
    await person.click(screen.getByRole('button', { name: 'Delete' }));
    await person.click(screen.getByRole('button', { name: 'Delete it' }));
    expect(deleted).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  });
});

it('the actions of a dialog have room left for them for as long as they are there', () => {
  vi.stubGlobal('ResizeObserver', function report(observe: () => void) {
    return { observe, disconnect: () => undefined };
  });
  const { unmount } = render(<DialogActions>OK</DialogActions>);
  const room = (): string => document.documentElement.style.getPropertyValue('--dialog-actions');
  expect(room()).toBe('0px');
  unmount();
  expect(room()).toBe('');
  vi.unstubAllGlobals();
});

describe('ToggleGroup', () => {
  it('is one tab stop that arrows walk through, and always has a choice', async () => {
    const chosen = vi.fn<(value: string) => void>();
    function View() {
      const [view, setView] = useState<'document' | 'attributes'>('document');
      return (
        <ToggleGroup
          label="View"
          value={view}
          onChange={(next) => {
            chosen(next);
            setView(next);
          }}
          options={[
            { value: 'document', label: 'Document' },
            { value: 'attributes', label: 'Attributes' },
          ]}
        />
      );
    }
    render(<View />);
    await person.tab();
    expect(screen.getByRole('radio', { name: 'Document', checked: true })).toHaveFocus();
    await person.keyboard('{ArrowRight}{Enter}');
    expect(screen.getByRole('radio', { name: 'Attributes', checked: true })).toHaveFocus();
    await person.keyboard('{Enter}');
    expect(screen.getByRole('radio', { name: 'Attributes' })).toBeChecked();
    expect(chosen.mock.calls).toEqual([['attributes']]);
  });
});

describe('BannerSlot', () => {
  it('has its live regions before there is anything to say, and says each thing once', () => {
    const { rerender } = render(<BannerSlot placement="floating" />);
    const status = screen.getByRole('status');
    const alert = screen.getByRole('alert');
    rerender(
      <BannerSlot
        placement="floating"
        status={<Banner tone="success">Form saved successfully!</Banner>}
        alert={<Banner tone="error">Error submitting form. Please try again.</Banner>}
      />,
    );
    expect(screen.getByRole('status')).toBe(status);
    expect(screen.getByRole('alert')).toBe(alert);
    expect(status).toHaveTextContent('Form saved successfully!');
    expect(alert).toHaveTextContent('Error submitting form. Please try again.');
  });
});

describe('Select under the page’s policy', () => {
  function Picker() {
    const [value, setValue] = useState('');
    return (
      <form aria-label="Pick">
        <Field label="Template">
          <Select
            name="template"
            value={value}
            onChange={setValue}
            placeholder="Select a template"
            options={[
              { value: 'a', label: 'Incident Status Board' },
              { value: 'b', label: 'Command Sidebar' },
            ]}
          />
        </Field>
      </form>
    );
  }

  it('is chosen from by keyboard and carries its value in the form', async () => {
    render(<Picker />);
    const form = screen.getByRole<HTMLFormElement>('form');
    const picker = screen.getByRole('combobox', { name: 'Template' });
    expect(picker).toHaveTextContent('Select a template');
    expect(new FormData(form).get('template')).toBe('');
    await person.tab();
    await person.keyboard('{Enter}');
    // Elements hidden from assistive technology while the list is open must not take the focus either.
    await waitFor(() => expect(picker.closest<HTMLElement>('[aria-hidden="true"]')?.inert).toBe(true));
    await person.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(picker).toHaveFocus());
    expect(picker.inert).toBeFalsy();
    expect(picker).toHaveTextContent('Command Sidebar');
    expect(new FormData(form).get('template')).toBe('b');
  });

  it('writes the one style that the default policy passes, with the nonce of the page', async () => {
    const createPolicy = vi.fn<(name: string, rules: { createHTML: (html: string) => string | null }) => void>();
    vi.stubGlobal('trustedTypes', { createPolicy });
    installTrustedTypesPolicy();
    const [name, rules] = createPolicy.mock.calls[0] ?? [];
    expect(name).toBe('default');

    document.head.innerHTML = '<meta property="csp-nonce" nonce="bm9uY2U=">';
    installStyleNonce();
    render(<Picker />);
    await person.click(screen.getByRole('combobox'));
    const style = document.querySelector<HTMLStyleElement>('body style');
    expect(style?.nonce).toBe('bm9uY2U=');
    const css = style?.innerHTML ?? '';
    expect(rules?.createHTML(css)).toBe(css);
    for (const markup of ['<img src=x onerror=alert(1)>', `${css}<script>`, '', `x${css}`]) {
      expect(rules?.createHTML(markup)).toBeNull();
    }
    document.head.innerHTML = '';
    setNonce('');
  });
});
