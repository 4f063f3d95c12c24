import { readFileSync } from 'node:fs';
import { type JsonObject } from '#canonical';

export function readFixture(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}

export function readJsonFixture(name: string): JsonObject {
  return JSON.parse(readFixture(name)) as JsonObject;
}
