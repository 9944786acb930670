/** Address of the living charts. */
export const CHARTS_PATH = '/__charts';
/** The channel between the running application and the living charts. */
export const CHANNEL = 'ready-charts';
