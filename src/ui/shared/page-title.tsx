import { useApp } from '#ui/shared/app-context.ts';

/** The tab's title: the page's subject, then the product. */
export function PageTitle({ children }: { readonly children: string }) {
  return <title>{`${children} · ${useApp().env.productName}`}</title>;
}
