// The site's own code. It runs in the server, with all that the server may do: only whoever runs the server may name it,
// with --config or QUIRE_CONFIG. Guide and reference: docs/extend.md in Quire's package.
import { defineConfig } from '@quire-cms/quire/extend';

// import { defineExtension, rule } from '@quire-cms/quire/extend';
//
// const house = defineExtension({
//   name: 'house',
//   version: '1.0.0',
//   rules: [
//     rule({
//       id: 'short-title',
//       types: ['article'],
//       severity: 'warning',
//       check: ({ record, at }) =>
//         (record.title ?? '').length > 70 ? [at([], 'has a title that search engines cut off')] : [],
//     }),
//   ],
// });

export default defineConfig({
  extensions: [
    // house,
    // `npx quire extension new maps` makes one with a rule, a kind of field and a panel, in extensions/maps.
  ],
});
