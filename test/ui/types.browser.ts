import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { axe } from './axe.ts';
import { describeInBrowser, type Visit } from './inBrowser.ts';

/** The form of the field that is open. */
const fieldForm = (drawer: Locator): Locator => drawer.locator('[data-unfolded] fieldset');

/** Adds a field to what the button belongs to, and gives it a label and a kind. */
async function addField({ page }: Visit, drawer: Locator, where: string, [label, kind]: readonly [string, string]) {
  await drawer.getByRole('button', { name: where, exact: true }).click();
  const form = fieldForm(drawer);
  await form.getByLabel('Label', { exact: true }).fill(label);
  await choose(page, form.getByLabel('Kind', { exact: true }), kind);
  return drawer.getByRole('group', { name: label, exact: true });
}

async function choose(page: Visit['page'], input: Locator, option: string): Promise<void> {
  await input.click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

const typeOf = async ({ page, site }: Visit, slug: string) => {
  const { data } = await (await page.request.get(`${site.url}/api/admin/content-types`)).json();
  return data.find((one: { slug: string }) => one.slug === slug);
};

const headersOf = ({ site }: Visit) => ({ 'sec-fetch-site': 'same-origin', origin: site.url });

/** Makes a type as another admin would, and opens it. */
async function openType(visit: Visit, data: object): Promise<{ readonly drawer: Locator; read(): Promise<unknown> }> {
  const types = `${visit.site.url}/api/admin/content-types`;
  const made = await visit.page.request.post(types, { headers: headersOf(visit), data: { name: 'Leaflet', ...data } });
  const { id } = (await made.json()).data;
  await visit.go(`/types?open=${id}`);
  const drawer = visit.page.getByRole('dialog', { name: 'Leaflet' });
  await drawer.getByRole('button', { name: 'Add a field', exact: true }).waitFor();
  const read = async () => (await (await visit.page.request.get(`${types}/${id}`)).json()).data.fieldsSchema;
  return { drawer, read };
}

const namesOf = (schema: unknown): unknown =>
  (schema as { name: string; fields?: unknown }[]).map(({ name, fields }) =>
    fields === undefined ? name : { [name]: namesOf(fields) },
  );

await describeInBrowser('the builder of types', (visit) => {
  it('builds a type with groups in lists, choices, limits, a condition and regions without JSON, and a page of it', async () => {
    const at = await visit();
    const { page, go, site } = at;
    await go('/types?open=new');
    const drawer = page.getByRole('dialog', { name: 'New page type' });
    await drawer.getByLabel('Name', { exact: true }).fill('Führung ins Moor');
    expect(await drawer.getByLabel('Short name').inputValue()).toBe('fuhrung-ins-moor');
    await drawer.getByLabel('Addresses begin with').fill('tours');

    const guided = await addField(at, drawer, 'Add a field', ['Is it guided?', 'Yes or no']);
    expect(await guided.getByLabel('Name', { exact: true }).inputValue()).toBe('isItGuided');
    const guide = await addField(at, drawer, 'Add a field', ['Guide', 'Line of text']);
    await guide.getByLabel('At most … characters').fill('40');
    await guide.getByLabel('Pattern', { exact: true }).fill('^[A-Z]');
    await guide.getByLabel('The pattern in words').fill('A name that begins with a capital.');
    await choose(page, guide.getByLabel('Shown depending on'), 'Is it guided?');
    const level = await addField(at, drawer, 'Add a field', ['Level', 'One of several']);
    await level.getByRole('button', { name: 'Add a choice' }).click();
    await level.getByLabel('Label of choice 1').fill('Quite easy');
    await level.getByLabel('Label of choice 1').press('Enter');
    await level.getByLabel('Label of choice 2').fill('Hard');
    await choose(page, level.getByLabel('Default value'), 'Quite easy');
    const stops = await addField(at, drawer, 'Add a field', ['Stops', 'List of groups']);
    await stops.getByLabel('At most … entries').fill('5');
    await addField(at, drawer, 'Add a field inside “Stops”', ['Place', 'Line of text']);
    await addField(at, drawer, 'Add a field inside “Stops”', ['Sights', 'List of groups']);
    const sight = await addField(at, drawer, 'Add a field inside “Sights”', ['What', 'Line of text']);
    await sight.getByLabel('Must be filled in before a page is published').check();

    await drawer.getByRole('button', { name: 'Add a region' }).click();
    const region = drawer.getByRole('group', { name: 'Main part' });
    await page.keyboard.type('Main part');
    await choose(page, region.getByLabel('Blocks that are allowed'), 'Quotation');
    await page.keyboard.press('Escape');
    await choose(page, region.getByRole('combobox', { name: 'Add a block that new pages begin with' }), 'Quotation');
    await drawer.getByRole('button', { name: 'Create' }).click();
    await drawer.waitFor({ state: 'detached' });

    const type = await typeOf(at, 'fuhrung-ins-moor');
    expect(type).toMatchObject({
      settings: { slugPrefix: 'tours' },
      regions: [{ name: 'mainPart', label: 'Main part', allowed_types: ['quote'] }],
      defaultBlocks: [{ region: 'mainPart', blockTypeSlug: 'quote' }],
    });
    expect(type.fieldsSchema).toEqual([
      { name: 'isItGuided', type: 'boolean', label: 'Is it guided?' },
      {
        ...{ name: 'guide', type: 'text', label: 'Guide', max: 40, pattern: '^[A-Z]' },
        patternHelp: 'A name that begins with a capital.',
        condition: { field: 'isItGuided', equals: true },
      },
      {
        ...{ name: 'level', type: 'select', label: 'Level', default: 'quite-easy' },
        options: [
          { value: 'quite-easy', label: 'Quite easy' },
          { value: 'hard', label: 'Hard' },
        ],
      },
      {
        ...{ name: 'stops', type: 'repeater', label: 'Stops', max: 5 },
        fields: [
          { name: 'place', type: 'text', label: 'Place' },
          {
            ...{ name: 'sights', type: 'repeater', label: 'Sights' },
            fields: [{ name: 'what', type: 'text', label: 'What', required: true }],
          },
        ],
      },
    ]);

    await go('/pages/new?type=fuhrung-ins-moor');
    await page.getByLabel('Title').fill('To the crane pond');
    await page.getByRole('button', { name: 'Create draft' }).click();
    await page.getByLabel('Is it guided?').check({ force: true });
    await page.getByLabel('Guide', { exact: true }).fill('Mara');
    await page.getByRole('button', { name: 'Add to “Stops”' }).click();
    await page.getByLabel('Place').fill('The bridge');
    await page.getByRole('button', { name: 'Add to “Sights”' }).click();
    await page.getByRole('textbox', { name: 'What' }).fill('Cranes');
    await page.keyboard.press('Control+s');
    const read = async () => {
      const query = `${site.url}/api/admin/pages?type=fuhrung-ins-moor`;
      const [found] = (await (await page.request.get(query)).json()).data;
      return found && (await (await page.request.get(`${site.url}/api/admin/pages/${found.id}`)).json()).data;
    };
    await expect.poll(read).toMatchObject({
      slug: 'tours/to-the-crane-pond',
      fields: { isItGuided: true, guide: 'Mara', stops: [{ place: 'The bridge', sights: [{ what: 'Cranes' }] }] },
      regions: { mainPart: [expect.objectContaining({ block_type: 'quote' })] },
    });
  });

  it('moves fields up and down, into a group and out of it by keyboard', async () => {
    const at = await visit();
    const { page } = at;
    const text = (name: string) => ({ name, type: 'text' });
    const { drawer, read } = await openType(at, {
      fieldsSchema: [text('one'), { name: 'box', type: 'object', fields: [text('inner')] }, text('two'), text('three')],
    });
    const grip = (name: string) => drawer.getByRole('button', { name: `Move “${name}”`, exact: true });
    await grip('Two').focus();
    await page.keyboard.press('ArrowRight');
    await page.getByText('“Two” is now at position 2 under “Box”.').waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowUp');
    await grip('Inner').focus();
    await page.keyboard.press('ArrowLeft');
    await page.getByText('“Inner” is now at position 3.').waitFor({ state: 'attached' });
    // A line of text holds no fields.
    await grip('Three').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowUp');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await drawer.waitFor({ state: 'detached' });
    expect(namesOf(await read())).toEqual(['one', { box: ['two'] }, 'three', 'inner']);
  });

  it('moves a field into a group by dragging', async () => {
    // All of the form is visible: near an edge it scrolls under what is dragged.
    const at = await visit({ viewport: { width: 1440, height: 1400 } });
    const { page } = at;
    const text = (name: string) => ({ name, type: 'text' });
    const { drawer, read } = await openType(at, {
      fieldsSchema: [text('one'), { name: 'box', type: 'repeater', fields: [text('inner')] }, text('two')],
    });
    const grip = drawer.getByRole('button', { name: 'Move “Two”', exact: true });
    const dragged = drawer.locator('li[data-is-dragging]');
    const take = async (): Promise<number> => {
      await page.mouse.up();
      // Once it stands still.
      await grip.hover();
      await page.mouse.down();
      const { x, y } = (await grip.boundingBox())!;
      await page.mouse.move(x + 24, y + 16, { steps: 3 });
      await page.mouse.move(x + 50, y + 16, { steps: 5 });
      return dragged.count();
    };
    await expect.poll(take).toBe(1);
    // It shows where it will land before it is let go.
    await expect.poll(() => dragged.evaluate((line) => line.style.marginInlineStart)).toContain('28px');
    await page.mouse.up();
    await page.getByText('“Two” is now at position 2 under “Box”.').waitFor({ state: 'attached' });
    await drawer.getByRole('button', { name: 'Save' }).click();
    await drawer.waitFor({ state: 'detached' });
    expect(namesOf(await read())).toEqual(['one', { box: ['inner', 'two'] }]);
  });

  it('says at each field what is unfinished before anything is saved', async () => {
    const at = await visit();
    const { page } = at;
    const { drawer, read } = await openType(at, { fieldsSchema: [{ name: 'intro', type: 'text' }] });
    await addField(at, drawer, 'Add a field', ['Rows', 'List of groups']);
    await addField(at, drawer, 'Add a field', ['Level', 'One of several']);
    await drawer.getByText('It holds no fields yet.').waitFor();
    expect(await drawer.getByText('There is nothing to choose from yet.').count()).toBe(0);
    const twin = await addField(at, drawer, 'Add a field', ['Twin', 'Line of text']);
    await twin.getByLabel('Name', { exact: true }).fill('intro');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await drawer.getByText('4 fields are not finished. Each says what is missing.').waitFor();
    await drawer.getByText('There is nothing to choose from yet.').waitFor();
    expect(await drawer.getByText('Another field at this level has the same name.').count()).toBe(2);
    expect(namesOf(await read())).toEqual(['intro']);
    expect(await page.getByText('Saved', { exact: true }).count()).toBe(0);
  });

  it('lets a condition follow the name of its field, and a removed field come back', async () => {
    const at = await visit();
    const { drawer, read } = await openType(at, {
      fieldsSchema: [
        { name: 'free', type: 'boolean' },
        { name: 'price', type: 'number', condition: { field: 'free', equals: false } },
      ],
    });
    await drawer.getByText('if “Free” is No').waitFor();
    await drawer.getByRole('button', { name: 'Actions for “Free”' }).click();
    await at.page.getByRole('menuitem', { name: 'Remove' }).click();
    await drawer.getByText('The field that decides whether this one is shown is no longer at this level.').waitFor();
    await drawer.getByRole('button', { name: 'Undo' }).click();
    await drawer.getByRole('button', { name: /^Free Yes/ }).click();
    await fieldForm(drawer).getByLabel('Name', { exact: true }).fill('gratis');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await drawer.waitFor({ state: 'detached' });
    expect(await read()).toMatchObject([{ name: 'gratis' }, { condition: { field: 'gratis', equals: false } }]);
  });

  it('keeps what it does not know at every depth, in JSON and out of it', async () => {
    const at = await visit();
    const fieldsSchema = [
      { name: 'size', type: 'galaxy', note: { deep: [1, null] }, settings: { ui: 'stars' } },
      {
        ...{ name: 'rows', extra: '', type: 'repeater' },
        fields: {
          code: 'text',
          kind: { type: 'select', settings: { options: ['a', { value: 'b', label: 'B', hue: 4 }] } },
        },
      },
    ];
    const { drawer, read } = await openType(at, { fieldsSchema });
    await drawer.getByRole('button', { name: /^Kind One/ }).click();
    await fieldForm(drawer).getByLabel('Label of choice 1').fill('First');
    await drawer.getByRole('radiogroup', { name: 'Fields' }).getByText('As JSON').click();
    await drawer.getByText('"galaxy"').waitFor();
    await drawer.getByRole('radiogroup', { name: 'Fields' }).getByText('As a form').click();
    await drawer.getByRole('button', { name: 'Save' }).click();
    await drawer.waitFor({ state: 'detached' });
    const [size, rows] = fieldsSchema;
    const options = [
      { value: 'a', label: 'First' },
      { value: 'b', label: 'B', hue: 4 },
    ];
    expect(await read()).toEqual([
      size,
      { ...rows, fields: { code: 'text', kind: { type: 'select', settings: { options } } } },
    ]);
  });

  it('shows the form as it is built, which tries conditions out and keeps nothing', async () => {
    const at = await visit({ viewport: { width: 1440, height: 900 } });
    const { page } = at;
    await at.go('/types?open=3');
    const drawer = page.getByRole('dialog', { name: 'Event' });
    const preview = drawer.getByRole('region', { name: 'How editors see it' });
    await preview.getByText('Free of charge').waitFor();
    expect(await preview.getByLabel('Price in euros').count()).toBe(0);
    await preview.getByLabel('Free of charge').uncheck({ force: true });
    await preview.getByLabel('Price in euros').fill('12');
    await preview.getByLabel('Price in euros').press('Enter');
    await drawer.getByRole('button', { name: /^Price in euros/ }).click();
    await fieldForm(drawer).getByLabel('Label', { exact: true }).fill('Fee');
    await preview.getByLabel('Fee').waitFor();
    await drawer.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog', { name: 'Discard your changes?' }).waitFor();
  });

  for (const [width, colorScheme] of [
    [1440, 'light'],
    [1440, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const) {
    it(`has nothing that axe finds, and no overflow, at ${width} in ${colorScheme} colours`, async () => {
      const { page, go } = await visit({ viewport: { width, height: 900 }, colorScheme });
      await go('/types?open=3');
      const drawer = page.getByRole('dialog', { name: 'Event' });
      const check = async (): Promise<void> => {
        const { violations } = await axe(page, colorScheme).analyze();
        expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
        const overflow =
          'document.querySelector("[role=dialog]").scrollWidth - document.querySelector("[role=dialog]").clientWidth';
        expect(await page.evaluate<number>(overflow)).toBe(0);
      };
      await drawer.getByRole('button', { name: /^Kind One/ }).click();
      await fieldForm(drawer).getByLabel('Default value').waitFor();
      await check();
      await drawer.getByRole('button', { name: /^Price in euros/ }).click();
      await fieldForm(drawer).getByLabel('Default value').waitFor();
      await drawer.getByRole('button', { name: 'Add a field inside “Programme”' }).click();
      await drawer.getByRole('button', { name: 'Save' }).click();
      await drawer.getByText('One field is not finished.').waitFor();
      await check();
    });
  }

  it('holds rules, made in words, and tells which pages would fail before they are saved', async () => {
    const at = await visit();
    const { page } = at;
    const fieldsSchema = [
      { name: 'begins', label: 'Begins', type: 'date' },
      { name: 'ends', label: 'Ends', type: 'date' },
      { name: 'isbn', label: 'ISBN', type: 'text' },
    ];
    const { drawer } = await openType(at, { fieldsSchema });
    const data = { type: 'leaflet', status: 'published', fields: { begins: '2026-01-02', ends: '2026-01-01' } };
    const pages = `${at.site.url}/api/admin/pages`;
    for (const title of ['One', 'Two'])
      await page.request.post(pages, { headers: headersOf(at), data: { ...data, title } });

    const rules = drawer.getByRole('group', { name: 'Rules', exact: true });
    await rules.getByRole('button', { name: 'Add a rule' }).click();
    await page.getByRole('menuitem', { name: /Compare a field/ }).click();
    await choose(page, rules.getByLabel('Field', { exact: true }), 'Ends');
    await rules.getByRole('button', { name: '“Ends” must be after “Begins”', exact: true }).waitFor();
    await rules.getByRole('button', { name: 'Add a condition' }).click();
    await choose(page, rules.getByLabel('Depends on'), 'ISBN');
    await choose(page, rules.getByLabel('Shown if it'), 'is empty');
    await choose(page, rules.getByLabel('If it is broken'), 'Only warn');
    await choose(page, rules.getByLabel('If it is broken'), 'It cannot be published');
    await rules.getByRole('button', { name: 'Add a rule' }).click();
    await page.getByRole('menuitem', { name: /No two may have/ }).click();
    const { violations } = await axe(page, 'light').disableRules('region').analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);

    await drawer.getByRole('button', { name: 'Save' }).click();
    const question = page.getByRole('dialog', { name: 'This change breaks something' });
    await question.getByText('2 records would fail. The first of them:').waitFor();
    await question.getByText(/^One/).waitFor();
    await question.getByRole('button', { name: 'Save anyway' }).click();
    await drawer.waitFor({ state: 'detached' });
    expect((await typeOf(at, 'leaflet')).rules).toEqual([
      { field: 'ends', after: 'begins', when: { field: 'isbn', notEmpty: false } },
      { unique: 'begins' },
    ]);
  });
});
