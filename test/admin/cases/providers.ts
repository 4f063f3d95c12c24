import { beforeAll, expect, it } from '@jest/globals';
import { listProviders } from '#providers';
import { type TestGateway } from '../../harness/index.js';
import { type AdminStage } from '../admin-stage.js';
import { ask, getFault } from '../ask.js';
import { type People, type Person } from '../people.js';

interface Field {
  name: string;
  type: string;
  required: boolean;
  auth_type: string | null;
  default: string | null;
}

interface Provider {
  id: string;
  label: string;
  fields: Field[];
  formats: string[];
  operations: string[];
  api_key_page: string | null;
}

/** Values that a user would type into such a field. */
const TYPED: Readonly<Record<string, unknown>> = {
  base_url: 'https://models.example.com/v1',
  api_keys: ['sk-upstream-1'],
  api_version: '2024-10-21',
  region: 'eu-west-1',
  project: 'my-project',
  location: 'global',
};

const CLOUD_ADDRESSES: Readonly<Record<string, string>> = {
  'azure-openai': 'https://a.openai.azure.com',
};

export function describeProviders(getStage: () => AdminStage): void {
  let gateway: TestGateway;
  let people: People;
  let admin: Person;
  let providers: Provider[];

  beforeAll(async () => {
    ({ gateway, people } = getStage());
    admin = await people.signedIn('admin');
    const { body } = await ask(gateway.origin, 'GET /api/providers', { headers: admin.headers });
    providers = body['data'] as Provider[];
  });

  const create = (body: object) =>
    ask(gateway.origin, 'POST /api/channels', { headers: admin.headers, body: { enabled: false, ...body } });

  it('are all that this version supports, with their formats', () => {
    expect(providers.map(({ id }) => id)).toEqual(listProviders().map(({ id }) => id));
    expect(providers.map(({ id }) => id)).toContain('sandbox');
    for (const { id, formats, operations } of providers) {
      // A provider that only makes videos has no request format.
      expect([id, formats.length > 0 || operations.join() === 'video']).toEqual([id, true]);
      expect(operations.length).toBeGreaterThan(0);
    }
    expect(providers.find(({ id }) => id === 'bedrock')).toMatchObject({
      formats: expect.arrayContaining(['anthropic-messages', 'openai-chat', 'bedrock-converse']),
    });
    expect(providers.find(({ id }) => id === 'gemini')).toMatchObject({
      label: 'Google Gemini',
      operations: expect.arrayContaining(['chat', 'image-generation', 'video']),
      formats: expect.arrayContaining(['gemini-generate-content', 'gemini-imagen', 'gemini-image']),
    });
  });

  it('have an address, and require one if there is no default', () => {
    const baseUrls = providers.map(({ id, fields }) => [id, fields.find(({ name }) => name === 'base_url')]);
    expect(Object.fromEntries(baseUrls)).toMatchObject({
      openai: { required: false, default: 'https://api.openai.com/v1' },
      'azure-openai': { required: true, default: null },
      'openai-compatible': { required: true, default: null },
    });
  });

  it('link to the page where keys are created, on their own site', () => {
    const pages = listProviders().flatMap(({ apiKeyPage }) => (apiKeyPage === undefined ? [] : [apiKeyPage]));
    expect(providers.flatMap(({ api_key_page: page }) => (page === null ? [] : [page]))).toEqual(pages);
    const withKey = listProviders().filter(({ apiKeyVariable }) => apiKeyVariable !== undefined);
    const withoutPage = withKey.filter(({ apiKeyPage }) => apiKeyPage === undefined).map(({ id }) => id);
    // These have accounts or local servers and no single page.
    expect(withoutPage).toEqual([]);
    expect(pages.filter((page) => new URL(page).protocol !== 'https:')).toEqual([]);
    expect(providers.find(({ id }) => id === 'ollama')).toMatchObject({ api_key_page: null });
  });

  it('require everything that a channel needs, and nothing that it rejects', async () => {
    for (const { id, fields } of providers) {
      const channel = { name: `by a form for ${id}`, provider: id, models: ['m'] };
      const plain = fields.filter(({ type }) => type !== 'auth');
      const typed = Object.fromEntries(plain.map(({ name }) => [name, TYPED[name]]));
      expect([id, (await create({ ...channel, ...typed })).status]).toEqual([id, 201]);
      const identity = fields.find(({ type }) => type === 'auth');
      if (identity !== undefined) {
        // The identity of the machine may be used only at the address of its cloud.
        const address = CLOUD_ADDRESSES[id];
        const named = { ...channel, ...typed, name: `by the identity of ${id}`, base_url: address };
        const auth = { type: identity.auth_type };
        const created = await create({ ...named, api_keys: undefined, auth });
        expect([id, created.status]).toEqual([id, 201]);
        expect(getFault(await create({ ...named, auth }))).toEqual([400, 'invalid_value', 'auth']);
      }
      const required = fields.filter((field) => field.required && field.name !== 'api_keys');
      for (const { name } of required) {
        const { [name]: _left, ...rest } = typed;
        const without = await create({ ...channel, ...rest, name: `without ${name}, ${id}` });
        expect(getFault(without)).toEqual([400, 'missing_required_parameter', name]);
      }
    }
  });
}
