import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { GatewayError, type JsonObject, type JsonValue } from '#canonical';
import {
  anthropicMessages,
  anthropicMessagesEgress as egress,
  anthropicMessagesIngress as ingress,
} from './index.js';

const ODD_VALUES: JsonValue[] = [null, true, -1, 1.5, '', 'odd', [], [null], {}, { type: 'odd' }];

const fixture = (name: string): string =>
  readFileSync(new URL(`__fixtures__/${name}`, import.meta.url), 'utf8');

/** All documents that differ from this one in one value. */
function* variants(value: JsonValue): Generator<JsonValue> {
  yield* ODD_VALUES;
  if (typeof value !== 'object' || value === null) return;
  for (const key of Object.keys(value)) {
    const inner = (value as JsonObject)[key] ?? null;
    for (const variant of variants(inner)) {
      const copy = (Array.isArray(value) ? [...value] : { ...value }) as JsonObject;
      copy[key] = variant;
      yield copy;
    }
  }
}

/** The action fails. It may only throw a GatewayError. */
function fails(action: () => unknown): boolean {
  try {
    action();
    return false;
  } catch (error) {
    expect(error).toBeInstanceOf(GatewayError);
    return true;
  }
}

const objects = (json: string): JsonObject[] =>
  [...variants(JSON.parse(json) as JsonValue)].filter(
    (value): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value),
  );

function decodeAll(events: readonly string[]): void {
  const decoder = egress.createStreamDecoder();
  for (const data of events) decoder.push({ data });
  decoder.end();
}

describe('unexpected values in the Messages format', () => {
  it('make a request decodable or rejected', () => {
    const bodies = objects(fixture('agent-request.json'));
    const failures = bodies.filter((body) => fails(() => ingress.decodeRequest(body, {})));
    expect(failures.length).toBeGreaterThan(bodies.length / 2);
  });

  it('pass the validation of a forwarded request only if the required members are valid', () => {
    for (const body of objects(fixture('agent-request.json'))) {
      const bytes = Buffer.from(JSON.stringify(body));
      const isRefused = fails(() => anthropicMessages.readRequest(bytes));
      expect(isRefused || typeof body['model'] === 'string').toBe(true);
    }
  });

  it('make a response decodable or rejected', () => {
    for (const body of objects(fixture('tool-answer.json'))) {
      const isRefused = fails(() => egress.decodeResponse(body));
      expect(isRefused).toBe(!Array.isArray(body['content']));
    }
  });

  it('never make stream decoding throw another kind of error', () => {
    const lines = fixture('tool-answer.sse')
      .split('\n')
      .filter((line) => line.startsWith('data: '));
    const events = lines.map((line) => line.slice('data: '.length));
    expect(fails(() => decodeAll(events))).toBe(false);
    for (const [index, event] of events.entries()) {
      for (const odd of variants(JSON.parse(event) as JsonValue)) {
        fails(() => decodeAll(events.with(index, JSON.stringify(odd))));
      }
    }
  });
});
