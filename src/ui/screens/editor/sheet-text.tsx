import styles from './conflict-sheet.module.css';

/** A text of a region as a sheet sets it beside another one. */
export function SheetText({ value }: { readonly value: string }) {
  if (value === '') return <p className={styles.empty}>Empty</p>;
  return (
    <p className={styles.text} dir="auto">
      {value}
    </p>
  );
}
