/** The address of every screen (section 2, routes), built in one place. Segments are encoded. */
const segment = encodeURIComponent;

export const paths = {
  home: () => '/',
  dashboard: () => '/dashboard',
  selectTemplate: () => '/select-template',
  selectTemplateHome: () => '/home',
  login: () => '/login',
  signup: () => '/signup',
  form: (template: string) => `/forms/${segment(template)}`,
  wip: (template: string, wip: string, success?: 'save' | 'submit') =>
    `/forms/${segment(template)}/wips/${segment(wip)}${success ? `?success=${success}` : ''}`,
  openWip: (template: string) => `/open-wip/${segment(template)}`,
  wipDashboard: (wip: string) => `/wip-dashboard/${segment(wip)}`,
  templateDashboard: (template: string) => `/template-dashboard/${segment(template)}`,
  multipleDashboard: (left: string, right: string) => `/multiple-dashboard/${segment(left)}/${segment(right)}`,
  userAdmin: () => '/admin/create-role',
  archives: () => '/archives',
} as const;

/** The route patterns of section 2, as the router takes them. */
export const routePatterns = {
  home: '/',
  dashboard: '/dashboard',
  selectTemplateHome: '/home',
  selectTemplate: '/select-template',
  login: '/login',
  signup: '/signup',
  form: '/forms/:base_template',
  wip: '/forms/:base_template/wips/:wip_name',
  openWip: '/open-wip/:base_template',
  wipDashboard: '/wip-dashboard/:uuid',
  templateDashboard: '/template-dashboard/:templateId',
  multipleDashboard: '/multiple-dashboard/:uuid1/:uuid2',
  userAdmin: '/admin/create-role',
  archives: '/archives',
} as const;

/**
 * The addresses of a route as a regular expression, each parameter a group of its own, as the address has it, encoded.
 * @param pattern as in `routePatterns`
 */
export const addressPattern = (pattern: string): string =>
  `^${pattern.replaceAll(/:\w+/g, '([^/]+)').replace(/\/$/, '')}/?$`;
