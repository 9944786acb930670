/** True if this build has the living charts: development, and a production build with READY_CHARTS=1. */
declare const HAS_CHARTS: boolean;
/** True if stately.ai's inspector can be opened: development only. */
declare const HAS_INSPECTOR: boolean;
