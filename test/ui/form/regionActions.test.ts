import { expect, it } from 'vitest';
import type { BlockValue } from '../../../src/ui/blocks/blockValue.ts';
import { createRegionActions } from '../../../src/ui/blocks/regionActions.ts';
import { createFormDocument } from '../../../src/ui/form/document.ts';

const block = (key: string): BlockValue => ({ key, id: key, type: 'text', fields: { body: key } });

it('changes the block that is meant, wherever it stands by the time the server has answered', () => {
  const form = createFormDocument({ regions: { content: [block('a'), block('b')] } });
  const nothing = (): void => undefined;
  const actions = createRegionActions({ form, region: 'content', onInsert: nothing, onRemove: nothing });
  actions.insert(0, { type: 'text', fields: { body: 'new' } });
  actions.change('b', (present) => ({ ...present, blockId: 7, fields: {} }));
  actions.change('gone', (present) => ({ ...present, blockId: 8 }));
  const content = form.at(['regions', 'content']) as readonly BlockValue[];
  expect(content.map(({ fields, blockId }) => blockId ?? fields['body'])).toEqual(['new', 'a', 7]);
});
