import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sameJson } from '../../../src/lib/json/sameJson.ts';
import { decodeFile } from '../../../src/store/codec/decodeFile.ts';
import { isArray, type JsonObject, type JsonValue } from '../../../src/store/codec/json/json.ts';
import type { ValueSource } from '../../../src/store/codec/valueSource.ts';
import { yamlCodec } from '../../../src/store/codec/yaml/yamlCodec.ts';
import { runs } from '../../effort.ts';
import { editInPlace } from './inPlace.ts';
import { createStyler, type Path, type StyledYaml, styledYaml } from './styledYaml.ts';
import { changeAt, hasTwins, isCollection, pathsOf, without } from './tree.ts';
import { anyObject, anyValue, scalar } from './values.ts';

const RUNS = { numRuns: runs(300, 8) };

const read = (text: string): JsonObject => decodeFile('yaml', new TextEncoder().encode(text)).value;

/** The text as some editor saves it, chosen by the seed. */
function asSaved(text: string, seed: number): string {
  const ended = seed % 7 === 0 && !text.endsWith('\n\n') ? text.trimEnd() : text;
  return seed % 5 === 0 ? ended.replaceAll('\n', '\r\n') : ended;
}

/** Edits in place and checks that the safety net of `editFile` is not needed. */
function edit(text: string, target: JsonObject): string {
  const edited = editInPlace('yaml', text, target);
  const result = read(edited);
  if (!sameJson(result, target)) expect(result, `${text}\n---- became ----\n${edited}\n----`).toStrictEqual(target);
  return edited;
}

function expectComments(styled: StyledYaml, edited: string, removed?: Path): void {
  for (const { text, owner } of styled.comments) {
    const isGone = removed?.every((key, i) => owner[i] === key);
    if (!isGone)
      expect(
        edited.split(/\r?\n/).some((line) => line.endsWith(text)),
        `${text} in\n${styled.text}\n----\n${edited}`,
      ).toBe(true);
  }
}

const seeds = fc.nat({ max: 2 ** 31 });

test('a styled text holds its value', () => {
  fc.assert(
    fc.property(anyObject(), seeds, (value, seed) => {
      const { text } = styledYaml(value, seed);
      const result = read(asSaved(text, seed));
      if (!sameJson(result, value)) expect(result, text).toStrictEqual(value);
    }),
    RUNS,
  );
});

test('one changed scalar changes no line but its own and loses no comment', () => {
  fc.assert(
    fc.property(anyObject(), seeds, scalar(), (value, seed, next) => {
      const paths = pathsOf(value, (part) => !isCollection(part));
      const path = paths[seed % paths.length];
      fc.pre(path !== undefined && !(typeof next === 'string' && /(?:^|\n)\n$/.test(next)));
      const target = changeAt(value, path!, () => next) as JsonObject;
      fc.pre(!sameJson(value, target));
      const styled = styledYaml(value, seed);
      const edited = edit(styled.text, target);
      expectComments(styled, edited);
      const [start, end] = styled.spans.get(JSON.stringify(path))!;
      const before = styled.text.slice(0, styled.text.lastIndexOf('\n', start) + 1);
      const after = styled.text.slice(styled.text.indexOf('\n', end - 1) + 1);
      expect(edited.startsWith(before) && edited.endsWith(after), `${path}: ${styled.text}\n----\n${edited}`).toBe(
        true,
      );
    }),
    RUNS,
  );
});

test('a removed member takes nothing but itself along', () => {
  fc.assert(
    fc.property(anyObject(), seeds, (value, seed) => {
      const paths = pathsOf(value, (part) => isCollection(part) && Object.keys(part).length > 0 && !hasTwins(part));
      const path = paths[seed % paths.length];
      fc.pre(path !== undefined);
      const styled = styledYaml(value, seed);
      const removed: (string | number)[] = [];
      const target = changeAt(value, path!, (part) => {
        const index = seed % Object.keys(part as object).length;
        removed.push(...path!, isArray(part) ? index : Object.keys(part as JsonObject)[index]!);
        return without(part, index);
      });
      expectComments(styled, edit(styled.text, target as JsonObject), removed);
    }),
    RUNS,
  );
});

/** Written with this seed, an empty mapping in brackets with a comment is on the line of a dash. */
const UNDER_A_DASH: JsonObject = {
  title: [{ title: { title: -0 } }, [{ id: 1, one: [{ title: {} }, {}] }, { id: 2 }], { title: {} }],
  a: [],
  '': { title: {} },
};

test('an added member leaves every comment and every line as it is', () => {
  fc.assert(
    fc.property(anyObject(), seeds, anyValue(), (value, seed, added) => {
      const paths = pathsOf(value, isCollection);
      const styled = styledYaml(value, seed);
      const { span } = createStyler(seed);
      const target = changeAt(value, paths[seed % paths.length]!, (part) => {
        if (!isArray(part)) return { ...(part as JsonObject), added };
        return part.toSpliced(span(0, part.length), 0, added);
      });
      expectComments(styled, edit(styled.text, target as JsonObject));
    }),
    { ...RUNS, examples: [[UNDER_A_DASH, 27724680, []]] },
  );
});

test('items put in another order take their comments along', () => {
  fc.assert(
    fc.property(anyObject(), seeds, (value, seed) => {
      const paths = pathsOf(value, (part) => isArray(part) && part.length > 1);
      const path = paths[seed % paths.length];
      fc.pre(path !== undefined);
      const { span } = createStyler(seed);
      const styled = styledYaml(value, seed);
      const target = changeAt(value, path!, (part) => {
        const list = [...(part as readonly JsonValue[])];
        const [item] = list.splice(span(0, list.length - 1), 1);
        return list.toSpliced(span(0, list.length), 0, item!);
      });
      fc.pre(!sameJson(value, target));
      expectComments(styled, edit(styled.text, target as JsonObject));
    }),
    RUNS,
  );
});

/** Whether the items of a list are on lines of their own. */
function isInLines(text: string, ...path: readonly string[]): boolean {
  let source: ValueSource | undefined = yamlCodec.source(text);
  for (const name of path)
    source = source?.shape === 'scalar' ? undefined : source?.members.find(({ key }) => key === name)?.value;
  return source?.shape === 'block';
}

test('an item put into another list takes its comments along', () => {
  const withIds = (items: readonly JsonObject[], from: number) => items.map((item, at) => ({ ...item, id: from + at }));
  const items = fc.array(anyObject(), { minLength: 1, maxLength: 3 });
  const coverage = { same: 0, fresh: 0 };
  fc.assert(
    fc.property(items, items, anyValue(), seeds, fc.boolean(), (first, second, other, seed, isNew) => {
      const [a, b] = [withIds(first, 1), withIds(second, 101)];
      const isDeep = seed % 2 === 0;
      const fileOf = (below: JsonObject): JsonObject => ({ lists: isDeep ? { a, below } : { a, ...below }, other });
      const styled = styledYaml(fileOf({ b }), seed);
      const { span } = createStyler(seed);
      const [item] = a.splice(span(0, a.length - 1), 1);
      if (!isNew) b.splice(span(0, b.length), 0, item!);
      const edited = edit(styled.text, fileOf({ b, ...(isNew && { c: [item!] }) }));
      const place = ['lists', ...(isDeep ? ['below'] : []), isNew ? 'c' : 'b'];
      if (!isInLines(styled.text, 'lists', 'a') || !isInLines(edited, ...place)) return;
      coverage[isNew ? 'fresh' : 'same'] += 1;
      expectComments(styled, edited);
    }),
    RUNS,
  );
  expect(coverage.same).toBeGreaterThan(0);
  expect(coverage.fresh).toBeGreaterThan(0);
});

test('any text can be changed to hold any other value', () => {
  fc.assert(
    fc.property(anyObject(), anyObject(), seeds, (value, target, seed) => {
      fc.pre(!sameJson(value, target));
      edit(asSaved(styledYaml(value, seed).text, seed), target);
      edit(asSaved(styledYaml({ a: value, b: [value] }, seed).text, seed), { a: target, b: [target, value] });
    }),
    RUNS,
  );
});
