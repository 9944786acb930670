import { useApp } from '#ui/shared/app-context.ts';

/** The tab's title: what the page is about, then the product. */
export function PageTitle({ children }: { readonly children: string }) {
  return <title>{`${children} · ${useApp().env.productName}`}</title>;
}
