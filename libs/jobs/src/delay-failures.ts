import { setTimeout as sleep } from 'node:timers/promises';

const FAILURE_DELAY_MS = 100;

/**
 * The same object, whose promises reject only after a moment. BullMQ's loops try again at once after most failures; where
 * a failure takes no I/O, such a loop would never let a timer or a socket have its turn.
 */
export function delayFailures<Target extends object>(target: Target): Target {
  return new Proxy(target, {
    get(_target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      return (...values: unknown[]): unknown => {
        const result: unknown = Reflect.apply(value, target, values);
        return result instanceof Promise ? result.catch(failLater) : result;
      };
    },
  });
}

async function failLater(error: unknown): Promise<never> {
  await sleep(FAILURE_DELAY_MS);
  throw error;
}
