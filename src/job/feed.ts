import type { Batch, Bus, Cursor, Since } from './bus.ts';
import type { Replay } from './replay.ts';

/** A listener that must receive everything since some moment. */
export interface Follower {
  /** Takes a whole batch; false if there is no room for it now, see `resume`. */
  take(batch: Batch): boolean;
  /** Called when the events since the cursor cannot be found; the follower goes on from `position`. */
  lose(error: unknown, position: Cursor): void;
}

export interface Following {
  /** Goes on after `take` has returned false. */
  resume(): void;
  stop(): void;
}

/** Gives followers every batch once and in order: live, or from history if they have fallen behind. */
export interface Feed {
  position(): Cursor;
  follow(since: Since, follower: Follower): Following;
}

export function createFeed(bus: Bus, replay: Replay): Feed {
  function follow(since: Since, { take, lose }: Follower): Following {
    let cursor = since;
    let isReplaying = false;
    let isFull = false;
    let isStopped = false;
    const isCurrent = (): boolean => isSame(cursor, bus.position());

    function accept(batch: Batch): boolean {
      isFull = !take(batch);
      if (!isFull) cursor = batch.to;
      return !isFull;
    }

    async function readUp(): Promise<void> {
      while (!isStopped && !isFull && !isCurrent()) {
        for await (const batch of replay(cursor, bus.position())) if (isStopped || !accept(batch)) break;
      }
    }

    function catchUp(): void {
      if (isReplaying || isStopped || isFull || isCurrent()) return;
      isReplaying = true;
      readUp()
        .catch((error: unknown) => {
          cursor = bus.position();
          lose(error, cursor);
        })
        .finally(() => {
          isReplaying = false;
          catchUp();
        });
    }

    const leave = bus.subscribe((batch) => {
      if (isReplaying || isStopped || isFull) return;
      if (isSame(cursor, batch.from)) accept(batch);
      else catchUp();
    });
    catchUp();
    return {
      resume() {
        isFull = false;
        catchUp();
      },
      stop() {
        isStopped = true;
        leave();
      },
    };
  }
  return { position: bus.position, follow };
}

const isSame = (a: Since, b: Cursor): boolean => a.commit === b.commit && a.at === b.at;
