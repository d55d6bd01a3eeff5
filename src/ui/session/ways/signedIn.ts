/** The channel on which a window says to others of this browser that there is a session again. */
export const SIGNED_IN = 'quire.signedIn';
