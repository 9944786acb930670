/** Something in a bundle that does not fit, in a sentence for people. */
export class Misfit extends Error {}
