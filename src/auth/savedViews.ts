import { isPlainObject } from '../lib/json/isPlainObject.ts';
import { type Actor, actorRefName } from '../model/access.ts';
import { conflict, forbidden, notFound } from '../model/errors.ts';
import { because } from '../model/reason.ts';
import { isTimestamp } from '../model/text/timestamp.ts';
import { openStateFile } from './stateFile.ts';

/** A saved view of a list: its screen with filters, columns and order. */
export interface StoredView {
  readonly id: number;
  readonly name: string;
  /** The screen that it is a view of, such as `pages`. */
  readonly screen: string;
  /** What follows the `?` of the screen's address. */
  readonly query: string;
  /** Whether everybody may see it. */
  readonly shared: boolean;
  /** Whose it is, as in `subjectOf`. */
  readonly owner: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export type ViewValues = Pick<StoredView, 'name' | 'screen' | 'query' | 'shared'>;

/** Saved views in `<privateDir>/state/views.json`. Writes survive a restart when they resolve. */
export interface SavedViewStore {
  /** The actor's own views and those that are shared, by name. */
  list(actor: Actor): readonly StoredView[];
  /**
   * A view that the actor has already is answered as it is: a browser that leaves the page while it saves one cannot know
   * that it arrived, and sends it again.
   * @throws CmsError CONFLICT if the actor has too many
   */
  create(values: ViewValues, actor: Actor): Promise<StoredView>;
  /** @throws CmsError NOT_FOUND, FORBIDDEN if the actor sees it but neither owns it nor is an admin */
  update(id: number, values: Partial<ViewValues>, actor: Actor): Promise<StoredView>;
  /** @throws CmsError as `update` */
  remove(id: number, actor: Actor): Promise<void>;
}

/** The most views of one owner: they must not fill the disk. */
const MAX_OF_ONE = 200;

interface Options {
  readonly privateDir: string;
  readonly clock: () => Date;
  /** Called if the file cannot be read: there are no views then. */
  onError(error: unknown): void;
}

/** What the file holds. */
interface ViewFile {
  /** The highest id used so far. */
  last: number;
  readonly views: Map<number, StoredView>;
}

export async function openSavedViews({ privateDir, clock, onError }: Options): Promise<SavedViewStore> {
  const file = await openStateFile<ViewFile>({
    ...{ privateDir, onError, name: 'views' },
    ...{ empty: () => ({ last: 0, views: new Map() }), parse: parseViews },
    show: ({ last, views }) => ({ last, views: [...views.values()] }),
  });
  const { views } = file.value;

  /** Replaces a view, or removes it with undefined; what cannot be saved stays as it was. */
  async function put(id: number, next: StoredView | undefined): Promise<void> {
    const before = views.get(id);
    setView(views, id, next);
    try {
      await file.save();
    } catch (error) {
      setView(views, id, before);
      throw error;
    }
  }

  return {
    list: (actor) => [...views.values()].filter((view) => maySee(view, actor)).sort(compareViewNames),
    async create(values, actor) {
      const owner = actorRefName(actor);
      const own = [...views.values()].filter((view) => view.owner === owner);
      const same = own.find((view) => isSameView(view, values));
      if (same) {
        await put(same.id, same);
        return same;
      }
      if (own.length >= MAX_OF_ONE)
        throw conflict(
          because('tooManyViews', `You have ${MAX_OF_ONE} views: delete some first`, { count: MAX_OF_ONE }),
        );
      file.value.last += 1;
      const now = clock().toISOString();
      const view = { ...values, id: file.value.last, owner, createdAt: now, updatedAt: now };
      await put(view.id, view);
      return view;
    },
    async update(id, values, actor) {
      const view = { ...getOwnView(views, id, actor), ...values, updatedAt: clock().toISOString() };
      await put(id, view);
      return view;
    },
    async remove(id, actor) {
      getOwnView(views, id, actor);
      await put(id, undefined);
    },
  };
}

const maySee = ({ owner, shared }: StoredView, actor: Actor): boolean => shared || owner === actorRefName(actor);

const isSameView = (view: StoredView, { name, screen, query, shared }: ViewValues): boolean =>
  view.name === name && view.screen === screen && view.query === query && view.shared === shared;

/** The view, if the actor may change it. */
function getOwnView(views: ReadonlyMap<number, StoredView>, id: number, actor: Actor): StoredView {
  const view = views.get(id);
  if (!view || !maySee(view, actor)) throw notFound('View');
  if (view.owner !== actorRefName(actor) && actor.role !== 'admin')
    throw forbidden(because('othersView', 'This view belongs to another person: save it under another name', {}));
  return view;
}

function setView(views: Map<number, StoredView>, id: number, view: StoredView | undefined): void {
  if (view) views.set(id, view);
  else views.delete(id);
}

const compareViewNames = (a: StoredView, b: StoredView): number => a.name.localeCompare(b.name, 'en') || a.id - b.id;

function parseViews(json: unknown): ViewFile {
  if (!isPlainObject(json) || typeof json['last'] !== 'number' || !Array.isArray(json['views']))
    throw new Error('The file of saved views does not contain a list of views');
  return { last: json['last'], views: new Map(json['views'].filter(isView).map((view) => [view.id, view])) };
}

const isView = (one: unknown): one is StoredView =>
  isPlainObject(one) &&
  typeof one['id'] === 'number' &&
  typeof one['shared'] === 'boolean' &&
  [one['name'], one['screen'], one['query'], one['owner']].every((text) => typeof text === 'string') &&
  [one['createdAt'], one['updatedAt']].every((at) => typeof at === 'string' && isTimestamp(at));
