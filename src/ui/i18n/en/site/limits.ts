/** Why something cannot be done: what the user's role asks for. */
export const limits = {
  locales: 'Your role may $t(rights.{{right}}) this in {{values}} only.',
  types: 'Your role may $t(rights.{{right}}) only {{values}}.',
  paths: 'Your role may $t(rights.{{right}}) this at the address {{values}} only.',
  folders: 'Your role may $t(rights.{{right}}) this in the folder {{values}} only.',
  own: 'Your role may $t(rights.{{right}}) only what you have created yourself.',
  fields: 'Of this page, your role may $t(rights.{{right}}) only: {{values}}.',
  denied: 'Your role may not $t(rights.{{right}}) this.',
  none: 'Your role may not $t(rights.{{right}}) this.',
};
