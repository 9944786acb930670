/** Whether this build has the living charts: development, and a production build with READY_CHARTS=1. */
declare const HAS_CHARTS: boolean;
/** Whether stately.ai's inspector can be opened: development only. */
declare const HAS_INSPECTOR: boolean;
