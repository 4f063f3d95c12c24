import { describe, expect, it } from '@jest/globals';
import { FairQueue } from './fair-queue.js';

function fill(lines: Record<string, number>, { units = 1, maxSize = 1_000 } = {}): FairQueue<string> {
  const queue = new FairQueue<string>(maxSize);
  for (const [tenant, count] of Object.entries(lines)) {
    for (let index = 0; index < count; index += 1) queue.add(tenant, `${tenant}${index}`, units);
  }
  return queue;
}

function takeAll(queue: FairQueue<string>, count = Infinity): string[] {
  const taken: string[] = [];
  for (let next; taken.length < count && (next = queue.take()) !== undefined;) taken.push(next.item);
  return taken;
}

describe('FairQueue', () => {
  it('serves one tenant in the order of arrival', () => {
    expect(takeAll(fill({ a: 3 }))).toEqual(['a0', 'a1', 'a2']);
  });

  it('alternates between tenants, independent of the length of their lines', () => {
    expect(takeAll(fill({ heavy: 100, light: 2 }), 4)).toEqual(['heavy0', 'light0', 'heavy1', 'light1']);
  });

  it('serves the next request of a tenant with few requests before all others', () => {
    const queue = fill({ heavy: 100 });
    takeAll(queue, 50);
    queue.add('light', 'light0', 1);
    expect(takeAll(queue, 2)).toContain('light0');
  });

  it('gives a tenant no credit for the time in which it sent nothing', () => {
    const queue = fill({ a: 100, b: 1 });
    takeAll(queue, 80);
    for (let index = 1; index < 30; index += 1) queue.add('b', `b${index}`, 1);
    const next = takeAll(queue, 20);
    expect(next.filter((item) => item.startsWith('a')).length).toBe(10);
  });

  it('divides work, not requests', () => {
    const queue = new FairQueue<string>(1_000);
    for (let index = 0; index < 100; index += 1) {
      queue.add('small', 'small', 1);
      queue.add('large', 'large', 4);
    }
    const taken = takeAll(queue, 50);
    expect(taken.filter((item) => item === 'large').length).toBe(10);
  });

  it('leaves a request that is more work than may begin', () => {
    const queue = fill({ a: 2 }, { units: 5 });
    expect(queue.take(4)).toBeUndefined();
    expect(queue.take(5)?.item).toBe('a0');
    expect(queue.size).toBe(1);
  });

  it('counts work that is added later', () => {
    const queue = fill({ a: 20, b: 20 });
    queue.charge('a', 5);
    expect(takeAll(queue, 6).filter((item) => item.startsWith('b')).length).toBeGreaterThanOrEqual(5);
  });

  it('drops the last request of the longest line when it is full', () => {
    const queue = fill({ heavy: 3 }, { maxSize: 3 });
    expect(queue.add('heavy', 'heavy3', 1)).toBe('heavy3');
    expect(queue.add('light', 'light0', 1)).toBe('heavy2');
    expect(queue.size).toBe(3);
    expect(takeAll(queue)).toEqual(['heavy0', 'light0', 'heavy1']);
    expect(queue.size).toBe(0);
  });

  it('returns overdue requests, from the longest line first', () => {
    const queue = fill({ light: 2, heavy: 5 });
    expect(queue.takeOverdue(() => false, 10)).toEqual([]);
    expect(queue.takeOverdue((item) => item < 'heavy2' || item === 'light0', 2)).toEqual([
      'heavy0',
      'heavy1',
    ]);
    expect(queue.takeOverdue(() => true, 4)).toEqual(['heavy2', 'heavy3', 'heavy4', 'light0']);
    expect(queue.size).toBe(1);
    expect(takeAll(queue)).toEqual(['light1']);
  });

  it('removes tenants that send no more requests', () => {
    const queue = fill({ a: 10 });
    for (let index = 0; index < 3_000; index += 1) {
      queue.add(`once${index}`, 'item', 1);
      queue.add('a', 'item', 1);
      queue.take();
      queue.take();
    }
    expect((queue as unknown as { tenants: Map<string, unknown> }).tenants.size).toBeLessThan(1_020);
  });
});
