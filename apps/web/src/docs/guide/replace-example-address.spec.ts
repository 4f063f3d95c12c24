import { expect, it } from '@jest/globals';
import { replaceExampleAddress } from './replace-example-address.js';

it.each([
  ['curl http://127.0.0.1:3000/v1/models', 'curl https://models.example.com/gate/v1/models'],
  ["'ws://127.0.0.1:3000/v1/realtime'", "'wss://models.example.com/gate/v1/realtime'"],
  ['Compose publishes `127.0.0.1:3000`.', 'Compose publishes `127.0.0.1:3000`.'],
])('converts %s', (text, expected) => {
  expect(replaceExampleAddress(text, 'https://models.example.com/gate')).toBe(expected);
});
