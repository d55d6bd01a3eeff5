import { ROLES } from '../../model/access.ts';
import { EVENTS } from '../../model/events.ts';
import { FIELD_TYPES } from '../../model/fields/field.ts';
import { checkFieldsSchema } from '../../model/fields/schema/checkFieldsSchema.ts';
import { CROP_NAME, MAX_CROP_WIDTH, RATIO } from '../../model/media/cropSchema.ts';
import { SECRET_VARIABLES } from '../../variables.ts';
import { PANEL_LOCATIONS } from '../frame.ts';
import { findDeriveMistakes } from '../judge/deriveMistakes.ts';
import type { DeriveDefinition } from '../rule.ts';
import { roleShape } from './roleShape.ts';
import {
  allShapes,
  choiceShape,
  listShape,
  objectShape,
  ownPart,
  recordShape,
  type Shape,
  textShape,
  uniqueShape,
  valueShape,
} from './shape.ts';

const someText = textShape('a text of 1 to 200 characters', /^(?=.*\S)[\s\S]{1,200}$/);
const functionShape = valueShape('a function', (value) => typeof value === 'function');
const flagShape = valueShape('true or false', (value) => typeof value === 'boolean');
const anyObject = valueShape('an object', (value) => typeof value === 'object' && value !== null);
const textList = listShape(someText);

/** What every object inherits cannot serve as a name: a look-up would find it everywhere. */
const notInherited = valueShape(
  'another name: every object has this one',
  (value) => typeof value !== 'string' || !(value in {}),
);

const namePattern = textShape('lower case letters, digits and "-", and begin with a letter', /^[a-z][a-z0-9-]{0,49}$/);
const extensionName = allShapes(namePattern, notInherited);
const kindName = allShapes(
  textShape('letters and digits, and begin with a lower case letter', /^[a-z][A-Za-z0-9]{0,49}$/),
  notInherited,
  valueShape(
    'another name: Quire has a kind of field of this name',
    (value) => !FIELD_TYPES.some((type) => type === value),
  ),
);

/** Names of hosts (RFC 1123) and IPv4 addresses, without a protocol, a port or a path. */
const hostName = textShape(
  'the name of a host, such as "api.example.org", without a protocol, a port or a path',
  /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i,
);

const secretName = allShapes(
  textShape('the name of an environment variable, such as "OSM_KEY"', /^[A-Za-z_][A-Za-z0-9_]{0,99}$/),
  valueShape(
    "another variable: this one is Quire's own secret",
    (value) => !SECRET_VARIABLES.includes(value as string),
  ),
);

const needsShape = objectShape(
  {},
  { hosts: listShape(hostName), secrets: listShape(secretName), writes: choiceShape(['changes', 'live']) },
);

const height = valueShape(
  'a number of pixels from 1 to 5000',
  (value) => typeof value === 'number' && value >= 1 && value <= 5000,
);
const frame = textShape('the relative path of an HTML file, such as "./panels/map.html"', /^[^\0]+\.html$/);

const inputShape: Shape = (value) =>
  ownPart(value, 'use') === undefined
    ? objectShape({ frame }, { height })(value)
    : objectShape({ use: choiceShape(FIELD_TYPES) }, { settings: anyObject })(value);

/** The bases whose values consist of fields. */
const COMPOUND: readonly unknown[] = ['object', 'repeater'];

const nestedFields: Shape = (value) => {
  const isCompound = COMPOUND.includes(ownPart(value, 'base'));
  const fields = ownPart(value, 'fields');
  if ((fields !== undefined) === isCompound) return [];
  const message = isCompound ? 'must list the fields of its base' : 'must be left out: its base has no fields';
  return [{ path: ['fields'], message }];
};

const fieldShape = allShapes(
  objectShape(
    { base: choiceShape(FIELD_TYPES) },
    {
      fields: checkFieldsSchema,
      settings: anyObject,
      check: functionShape,
      toPublic: functionShape,
      type: textShape('a TypeScript type', /^[\s\S]{1,5000}$/),
      input: inputShape,
      summary: functionShape,
      merge: functionShape,
    },
  ),
  nestedFields,
);

const severity = choiceShape(['error', 'warning']);
const ruleShape = objectShape(
  { id: namePattern, check: functionShape },
  { types: textList, blocks: textList, severity, drafts: flagShape },
);

const deriveShape = objectShape({ types: textList, field: someText, from: functionShape });

const role = choiceShape(ROLES);
const panelShape = objectShape(
  { at: choiceShape(PANEL_LOCATIONS), title: someText, frame },
  { types: textList, height, role },
);
const screenShape = objectShape({ path: namePattern, title: someText, frame }, { icon: someText, height, role });

const afterShape = objectShape({
  event: choiceShape(EVENTS),
  filter: objectShape({}, { types: textList, locales: textList }),
  run: functionShape,
});

const pathShape = textShape(
  'a path such as "/near" or "/places/:id", whose segments are letters, digits, ".", "_" and "-"',
  /^(?:\/(?::[A-Za-z]\w*|[A-Za-z0-9_-][A-Za-z0-9._-]*))+$/,
);
const queryType: Shape = (value) =>
  typeof value === 'string' ? choiceShape(['string', 'number', 'integer', 'boolean'])(value) : anyObject(value);
const endpointShape = objectShape(
  {
    method: choiceShape(['GET', 'POST', 'PUT', 'DELETE']),
    path: pathShape,
    access: choiceShape(['public', ...ROLES]),
    handle: functionShape,
  },
  {
    summary: someText,
    query: recordShape(someText, queryType),
    body: anyObject,
    answer: anyObject,
    exports: functionShape,
    changes: choiceShape(['nothing']),
    maxSeconds: valueShape('a number from 1 to 60', (value) => typeof value === 'number' && value >= 1 && value <= 60),
  },
);

const extensionShape = objectShape(
  { name: extensionName, version: textShape('a version, such as "1.0.0"', /^[\w.+-]{1,50}$/) },
  {
    needs: needsShape,
    fields: recordShape(kindName, fieldShape),
    rules: allShapes(listShape(ruleShape), uniqueShape('id')),
    derives: listShape(deriveShape),
    panels: listShape(panelShape),
    screens: allShapes(listShape(screenShape), uniqueShape('path')),
    after: listShape(afterShape),
    endpoints: allShapes(listShape(endpointShape), uniqueShape('method', 'path')),
    from: textShape('import.meta.url', /^file:\/\//),
  },
);

/** A kind of field has one meaning in a site, whichever extension brings it. */
const kindsOnce: Shape = (value) => {
  const owners = new Map<string, number>();
  return (Array.isArray(value) ? value : []).flatMap((extension, index) =>
    Object.keys(Object(ownPart(extension, 'fields'))).flatMap((kind) => {
      const owner = owners.get(kind) ?? index;
      owners.set(kind, owner);
      const message = `must be another name: extensions[${owner}] has a kind of field of this name`;
      return owner === index ? [] : [{ path: [index, 'fields', kind], message }];
    }),
  );
};

/** Values are derived once, and not from themselves; by all extensions together. */
const soundDerives: Shape = (value) => {
  const places = (Array.isArray(value) ? value : []).flatMap((extension, index) => {
    const derives = ownPart(extension, 'derives');
    return (Array.isArray(derives) ? derives : []).flatMap((derive, place) =>
      deriveShape(derive).length === 0 ? [{ derive: derive as DeriveDefinition, path: [index, 'derives', place] }] : [],
    );
  });
  return findDeriveMistakes(places.map(({ derive }) => derive)).map(({ path: [at, key], message }) => ({
    path: [...places[at]!.path, key],
    message,
  }));
};

const cropName = textShape('lower case letters, digits and "-", and not the name of a size', new RegExp(CROP_NAME));
const cropWidth = valueShape(
  `a whole number of pixels from 1 to ${MAX_CROP_WIDTH}`,
  (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_CROP_WIDTH,
);
const cropRatio = textShape('a ratio such as "16:9"', new RegExp(RATIO));

/** What `quire.config` has to export by default. */
export const configShape: Shape = objectShape(
  {},
  {
    extensions: allShapes(listShape(extensionShape), uniqueShape('name'), kindsOnce, soundDerives),
    roles: allShapes(listShape(roleShape), uniqueShape('key')),
    images: recordShape(cropName, objectShape({ width: cropWidth, ratio: cropRatio }, {})),
  },
);
