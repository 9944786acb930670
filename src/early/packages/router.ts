/** As much of the router as screens ask for when they are drawn once: where the page is. */
let outlet: unknown;

/** @param node stands in every `<Outlet />` from then on */
export function fillOutlet(node: unknown): void {
  outlet = node;
}
export const Outlet = (): unknown => outlet;
export const useLocation = (): Location => window.location;
export const useSearchParams = (): [params: URLSearchParams] => [new URLSearchParams(window.location.search)];
