import { defineExtension, type ExtensionDefinition } from '../../../src/extend/extension.ts';
import { field } from '../../../src/extend/field.ts';

interface Place {
  readonly lat: number;
  readonly lng: number;
}

/** Kinds of fields on an object, a number and a media item. */
export const maps: ExtensionDefinition = defineExtension({
  name: 'maps',
  version: '1.0.0',
  fields: {
    place: field<Place>({
      base: 'object',
      fields: [
        { name: 'lat', type: 'number', required: true },
        { name: 'lng', type: 'number', required: true },
      ],
      check: ({ lat, lng }) => [
        ...(Math.abs(lat) > 90 ? [{ path: ['lat'], message: 'must be within ±90' }] : []),
        ...(lng === 0 ? [{ path: ['lng'], message: 'is at sea', severity: 'warning' as const }] : []),
      ],
      toPublic: (value) => ({ ...value, geo: `geo:${value.lat},${value.lng}` }),
      type: '{ lat: number; lng: number; geo: string }',
      summary: ({ lat, lng }) => `${lat}, ${lng}`,
    }),
    money: field<number>({
      base: 'integer',
      toPublic: (cents) => ({ cents, text: `${(cents / 100).toFixed(2)} €` }),
      type: '{ cents: number; text: string }',
      merge: (before = 0, ours, theirs) => before + (ours - before) + (theirs - before),
    }),
    photo: field({ base: 'media', toPublic: (id) => `photo-${id}`, type: 'string' }),
  },
});

/** A site that uses them. */
export const SHOP = {
  'site.yaml': 'siteName: Shop\ndefaultLocale: en\n',
  'content-types/shop.yaml': [
    ...['id: 1', 'name: Shop', 'fieldsSchema:'],
    ...['  - { name: place, type: place }', '  - { name: price, type: money }', '  - { name: picture, type: photo }'],
    '  - { name: branches, type: repeater, fields: [{ name: at, type: place }] }',
  ].join('\n'),
  'media/boats.yaml': 'id: 13\nfilename: boats-0a1b2c3d.jpg\nmimeType: image/jpeg\nsize: 100\n',
  'pages/en/a.yaml': [
    ...[
      'id: 1',
      'type: shop',
      'title: A',
      'status: published',
      'fields:',
      '  place:',
      '    lat: 54.3',
      '    lng: 10.1',
    ],
    ...['  price: 250', '  picture: boats', '  branches:', '    - { at: { lat: 1, lng: 2 } }', ''],
  ].join('\n'),
} as const;
