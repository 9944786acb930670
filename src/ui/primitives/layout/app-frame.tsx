import type { MouseEvent, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './app-frame.module.css';

/** The id of the page's `<main>`. */
export const MAIN_ID = 'main';

/** Marks the field that receives the keyboard when a page opens (ADR 46). */
export const TYPED_FIRST = { 'data-typed-first': '' } as const;

export interface AppFrameProps {
  /** A `<NavBar>`; none on the live dashboards. */
  readonly nav?: ReactNode;
  /** A `<Page>`, or a dashboard that fills the frame. */
  readonly children: ReactNode;
}

/** The whole window: skip link, navigation, main. */
export function AppFrame({ nav, children }: AppFrameProps) {
  return (
    <div className={styles.frame}>
      {nav !== undefined && nav !== null && (
        <>
          <SkipLink />
          {nav}
        </>
      )}
      <main id={MAIN_ID} tabIndex={-1} className={styles.main}>
        {children}
      </main>
    </div>
  );
}

/** The first tab stop of a page: jumps over the navigation, without touching the address. */
function SkipLink() {
  function handleClick(event: MouseEvent): void {
    event.preventDefault();
    document.getElementById(MAIN_ID)?.focus();
  }

  return (
    <a href={`#${MAIN_ID}`} className={styles.skip} onClick={handleClick}>
      Skip to content
    </a>
  );
}

export interface NavBarProps {
  /** A router link with the class `brandClass` around `<BrandMark />` and the product's name. */
  readonly brand: ReactNode;
  /** Links with the class `navLinkClass`, an icon and a word each; nothing when there is none. */
  readonly links: ReactNode;
  /** Greeting and buttons. Wrap the greeting in `<NavGreeting>`. */
  readonly user: ReactNode;
  /** The session is still being checked: links and buttons keep their room and are not shown. */
  readonly awaited?: boolean;
  /** A key for the signed-in user. When it changes the bar's content is mounted again, or items would visibly jump to their new places. */
  readonly owner: string;
}

/** The navigation bar: one row where it fits; on a phone the links form a row of their own under the brand. */
export function NavBar({ brand, links, user, awaited = false, owner }: NavBarProps) {
  return (
    <header className={classNames(styles.bar, awaited && styles.awaited)}>
      {brand}
      <nav key={`links ${owner}`} aria-label="Main" className={styles.links}>
        {links}
      </nav>
      <div key={`user ${owner}`} className={styles.user}>
        {user}
      </div>
    </header>
  );
}

/** Class of a link in the navigation. The link to the page itself is styled by its `aria-current="page"`. */
export const navLinkClass: string = styles.link ?? '';

/** Links of the navigation that have no room of their own, behind a word. Escape or leaving it closes it. */
export function NavMenu({
  icon,
  label,
  children,
}: {
  readonly icon: ReactNode;
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the focus and the key are those of its summary and its links
    <details
      className={styles.menu}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) currentTarget.open = false;
      }}
      onKeyDown={({ key, currentTarget }) => {
        if (key !== 'Escape' || !currentTarget.open) return;
        currentTarget.open = false;
        currentTarget.querySelector('summary')?.focus();
      }}
    >
      <summary className={styles.link}>
        {icon}
        {label}
      </summary>
      <div className={styles.ways}>{children}</div>
    </details>
  );
}

/** Classes of the content of a `<NavMenu>`, and of links to pages that belong together. */
export const navClasses = { group: styles.group, heading: styles.heading, tabs: styles.tabs };

/** Class of the link around the brand. */
export const brandClass: string = styles.brand ?? '';

/** The product's sign: a page with a tick, dashed until it is done. Decoration; the name is beside it. */
export function BrandMark() {
  return (
    <svg viewBox="0 0 24 24" width="26" height="26" fill="none" aria-hidden="true" className={styles.mark}>
      <path d="M4 13V5a2 2 0 0 1 2-2h9l5 5v5" stroke="currentColor" strokeWidth="2.25" strokeLinecap="round" />
      <path d="M4 17v2a2 2 0 0 0 2 2h3" stroke="currentColor" strokeWidth="2.25" strokeDasharray="2 3" />
      <path d="m9 14.5 4 4 7.5-8" stroke="currentColor" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}

/** 'Welcome, {username}', shortened at the end if there is no room; the whole text is in its title. */
export function NavGreeting({ children }: { readonly children: string }) {
  return (
    <span className={styles.greeting} title={children}>
      {children}
    </span>
  );
}

/** Content for wide windows only, such as the button that lists keyboard shortcuts. */
export function WideOnly({ children }: { readonly children: ReactNode }) {
  return <div className={styles.wideOnly}>{children}</div>;
}

/**
 * The content of `<main>`: a column with even gaps. `narrow` for signing in, `reading` for forms, `wide` for lists, `document` for a document with
 * its bar.
 */
export function Page({
  width = 'wide',
  children,
}: {
  readonly width?: 'narrow' | 'reading' | 'wide' | 'document';
  readonly children: ReactNode;
}) {
  return <div className={classNames(styles.page, styles[width])}>{children}</div>;
}

/** A framed surface for a form or a group of controls. */
export function Panel({ children }: { readonly children: ReactNode }) {
  return <div className={styles.panel}>{children}</div>;
}
