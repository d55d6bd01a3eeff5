import { defineExtension, endpoint, field, type PublicPage, rule } from '@quire-cms/quire/extend';

export interface Place {
  readonly lat: number;
  readonly lng: number;
}

/** A place as readers get it. */
interface PublicPlace extends Place {
  /** RFC 5870: maps on phones open it. */
  readonly geo: string;
}

const place = field<Place>({
  base: 'object',
  fields: [
    { name: 'lat', type: 'number', label: 'Latitude', required: true },
    { name: 'lng', type: 'number', label: 'Longitude', required: true },
  ],
  check: ({ lat, lng }) => [
    ...(Math.abs(lat) > 90 ? [{ path: ['lat'], message: 'must be within ±90' }] : []),
    ...(Math.abs(lng) > 180 ? [{ path: ['lng'], message: 'must be within ±180' }] : []),
  ],
  toPublic: ({ lat, lng }): PublicPlace => ({ lat, lng, geo: `geo:${lat},${lng}` }),
  type: '{ lat: number; lng: number; geo: string }',
  input: { frame: './inputs/place.html', height: 330 },
  summary: ({ lat, lng }) => `${lat}, ${lng}`,
});

const KM_PER_DEGREE = 111.195;
const toRadians = (degrees: number): number => (degrees * Math.PI) / 180;

/** The distance on a sphere, in kilometres. */
export function distance(a: Place, b: Place): number {
  const [lat, lng] = [toRadians(b.lat - a.lat) / 2, toRadians(b.lng - a.lng) / 2];
  const square = Math.sin(lat) ** 2 + Math.cos(toRadians(a.lat)) * Math.cos(toRadians(b.lat)) * Math.sin(lng) ** 2;
  return (360 / Math.PI) * Math.asin(Math.sqrt(Math.min(1, square))) * KM_PER_DEGREE;
}

/** The first place among the fields of a page: types may call it as they like. */
const placeOf = ({ fields }: PublicPage): PublicPlace | undefined =>
  Object.values(fields).find((value): value is PublicPlace =>
    String((value as PublicPlace | null)?.geo).startsWith('geo:'),
  );

const ANSWER = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      ...{ id: { type: 'integer' }, type: { type: 'string' }, title: { type: 'string' }, slug: { type: 'string' } },
      ...{ place: { type: 'object' }, km: { type: 'number' } },
    },
    required: ['id', 'type', 'title', 'slug', 'place', 'km'],
  },
};

export const maps = defineExtension({
  name: 'maps',
  version: '1.0.0',
  from: import.meta.url,
  needs: { hosts: ['tile.openstreetmap.org'] },
  fields: { place },
  rules: [
    rule({
      id: 'null-island',
      severity: 'warning',
      check: ({ fields, at }) =>
        Object.entries(fields).flatMap(([name, value]) => {
          const { lat, lng } = Object(value) as Partial<Place>;
          return lat === 0 && lng === 0 ? [at(name, 'is in the Atlantic Ocean, at 0, 0: is it meant?')] : [];
        }),
    }),
  ],
  endpoints: [
    endpoint(
      'GET',
      '/near',
      {
        access: 'public',
        summary: 'List the pages that have a place near this one, the nearest first',
        query: { lat: 'number', lng: 'number', 'km?': 'number', 'type?': 'string', 'locale?': 'string' },
        answer: ANSWER,
      },
      ({ query, content }) => {
        const { lat, lng, km = 50, ...selection } = query as Record<string, never> & Place & { km?: number };
        return content
          .pages(selection)
          .flatMap((page) => {
            const { id, type, title, slug } = page;
            const found = placeOf(page);
            return found ? [{ id, type, title, slug, place: found, km: distance({ lat, lng }, found) }] : [];
          })
          .filter((page) => page.km <= km)
          .sort((a, b) => a.km - b.km);
      },
    ),
  ],
});
