import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { type FilmOrder } from './film/film-order.js';
import { Films } from './films.js';
import { type RenderOptions } from './render-video.js';

const order = (prompt: string): FilmOrder => ({
  prompt,
  width: 64,
  height: 64,
  framesPerSecond: 1,
  durationSeconds: 1,
});

interface Render extends RenderOptions {
  prompt: string;
  finish(sizeBytes: number): Promise<void>;
  fail(message: string): Promise<void>;
}

/** Films that are made by hand. */
function workshop(mostKeptBytes = 1000): { films: Films; renders: Render[] } {
  const renders: Render[] = [];
  const films = new Films({
    mostKeptBytes,
    render: async ({ prompt }, options = {}) =>
      new Promise((resolve, reject) => {
        options.signal?.addEventListener('abort', () => reject(new Error('aborted')));
        renders.push({
          ...options,
          prompt,
          finish: async (sizeBytes) => turn(resolve(Buffer.alloc(sizeBytes))),
          fail: async (message) => turn(reject(new Error(message))),
        });
      }),
  });
  return { films, renders };
}

describe('Films', () => {
  it('begins a film when it is first asked for, and tells how far it is', async () => {
    const { films, renders } = workshop();
    expect(films.stateOf('a', order('a'))).toEqual({ kind: 'working', progress: 0 });
    renders[0]?.onProgress?.(0.4);
    expect(films.stateOf('a', order('a'))).toEqual({ kind: 'working', progress: 0.4 });
    await renders[0]?.finish(5);
    expect(films.stateOf('a', order('a'))).toEqual({ kind: 'finished', film: Buffer.alloc(5) });
    expect(await films.filmOf('a', order('a'))).toHaveLength(5);
    expect(renders).toHaveLength(1);
  });

  it('makes two at once, and the others in their order', async () => {
    const { films, renders } = workshop();
    for (const id of ['a', 'b', 'c', 'd']) films.stateOf(id, order(id));
    expect(renders.map(({ prompt }) => prompt)).toEqual(['a', 'b']);
    expect(films.stateOf('c', order('c'))).toEqual({ kind: 'waiting' });
    await renders[1]?.finish(1);
    expect(renders.map(({ prompt }) => prompt)).toEqual(['a', 'b', 'c']);
    await renders[0]?.fail('broken');
    expect(renders.map(({ prompt }) => prompt)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('keeps the last films, and makes the others again', async () => {
    const { films, renders } = workshop(1000);
    for (const [index, id] of ['a', 'b', 'c'].entries()) {
      films.stateOf(id, order(id));
      await renders[index]?.finish(400);
    }
    expect(films.stateOf('c', order('c')).kind).toBe('finished');
    expect(films.stateOf('b', order('b')).kind).toBe('finished');
    expect(films.stateOf('a', order('a')).kind).toBe('working');
  });

  it('keeps the newest film, however large it is', async () => {
    const { films, renders } = workshop(1000);
    films.stateOf('a', order('a'));
    await renders[0]?.finish(2000);
    expect(films.stateOf('a', order('a')).kind).toBe('finished');
  });

  it('tells a failure once', async () => {
    const { films, renders } = workshop();
    films.stateOf('a', order('a'));
    await renders[0]?.fail('out of paint');
    expect(films.stateOf('a', order('a'))).toEqual({ kind: 'failed', message: 'out of paint' });
    expect(films.stateOf('a', order('a')).kind).toBe('working');
  });

  it('ends a film that nobody wants any more, also while it waits', async () => {
    const { films, renders } = workshop();
    for (const id of ['a', 'b', 'c', 'd']) films.stateOf(id, order(id));
    films.cancel('c');
    films.cancel('a');
    expect(renders[0]?.signal?.aborted).toBe(true);
    await turn();
    expect(renders.map(({ prompt }) => prompt)).toEqual(['a', 'b', 'd']);
  });
});
