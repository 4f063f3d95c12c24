import { describe, expect, it } from '@jest/globals';
import { getExample } from './example-request.js';
import { type OperationView } from './reference.js';

function operation(overrides: Partial<OperationView>): OperationView {
  return {
    id: 'x',
    method: 'POST',
    path: '/v1/x',
    summary: '',
    description: '',
    parameters: [],
    requestBodies: [],
    responseBodies: [],
    headers: [],
    isPublic: false,
    ...overrides,
  };
}

const json = (example: Record<string, unknown>) => [{ mediaType: 'application/json', schema: {}, example }];

describe('the example of an operation', () => {
  it('uses the given model', () => {
    expect(getExample(operation({ requestBodies: json({ model: 'a', input: 'b' }) }), 'mine')).toEqual({
      method: 'POST',
      path: '/v1/x',
      json: { model: 'mine', input: 'b' },
    });
    expect(
      getExample(operation({ path: '/v1beta/models/{model}:streamGenerateContent' }), 'mine')?.path,
    ).toBe('/v1beta/models/mine:streamGenerateContent?alt=sse');
    const session = { session: { type: 'realtime', model: 'a' } };
    expect(getExample(operation({ requestBodies: json(session) }), 'mine')?.json).toEqual({
      session: { type: 'realtime', model: 'mine' },
    });
  });

  it('has placeholders for path parameters', () => {
    expect(getExample(operation({ method: 'GET', path: '/v1/responses/{id}' }))?.path).toBe(
      '/v1/responses/YOUR_ID',
    );
  });

  it('sends multipart forms with files', () => {
    const requestBodies = [
      { mediaType: 'multipart/form-data', schema: {}, example: { model: 'a', file: '@a.wav' } },
    ];
    const form = getExample(operation({ requestBodies }))?.form;
    expect(form?.[0]).toEqual({ name: 'model', value: 'a' });
    expect(form?.[1]?.value).toBeInstanceOf(File);
  });

  it('is undefined for unsupported methods', () => {
    expect(getExample(operation({ method: 'PATCH' }))).toBeUndefined();
  });
});
