/** What a window keeps so that the others of this browser hear that there is a session again: when it began. */
export const SIGNED_IN_AT = 'quire.signedInAt';
