import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadConfig } from './index.js';
import { ConfigFolder, getMessage } from './testing/config-folder.js';
import { PROVIDERS } from './testing/providers.js';

const ENDPOINT = 'http://collector:4318';

let folder: ConfigFolder;
beforeAll(() => {
  folder = new ConfigFolder();
});
afterAll(() => {
  folder.remove();
});

const load = (environment: NodeJS.ProcessEnv) => loadConfig(environment, folder.path, PROVIDERS);

describe('the export of traces', () => {
  it('is off without an endpoint', () => {
    expect(load({ OTEL_SERVICE_NAME: 'models', OTEL_TRACES_SAMPLER: 'always_on' }).tracing).toBeUndefined();
  });

  it('is configured with the variables of OpenTelemetry', () => {
    const config = load({
      OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT,
      OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20abc=, x-scope = a',
      OTEL_SERVICE_NAME: 'models',
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '.25',
      OTEL_BSP_SCHEDULE_DELAY: '1000',
    });
    expect(config.tracing).toEqual({
      endpoint: ENDPOINT,
      headers: { authorization: 'Basic abc=', 'x-scope': 'a' },
      serviceName: 'models',
      sampler: { isParentBased: false, ratio: 0.25 },
      gatherMs: 1_000,
    });
  });

  it.each([
    [undefined, { isParentBased: true, ratio: 1 }],
    ['always_on', { isParentBased: false, ratio: 1 }],
    ['always_off', { isParentBased: false, ratio: 0 }],
    ['parentbased_always_off', { isParentBased: true, ratio: 0 }],
    ['parentbased_traceidratio', { isParentBased: true, ratio: 1 }],
  ])('with the sampler %s', (name, sampler) => {
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT, OTEL_TRACES_SAMPLER: name };
    expect(load(environment).tracing?.sampler).toEqual(sampler);
  });

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'collector:4318'],
    ['OTEL_TRACES_SAMPLER', 'sometimes', 'sometimes'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5', '1.5'],
    ['OTEL_TRACES_SAMPLER_ARG', '-1', '-1'],
    ['OTEL_BSP_SCHEDULE_DELAY', '0', '0'],
    ['MODELGATE_WORKER_PORT', '70000', '70000'],
  ])('%s=%s prevents the start', (name, value, shown) => {
    expect(getMessage(() => load({ [name]: value }))).toContain(`${name}: "${shown}" is not `);
  });

  it.each(['no-value', 'a b=1', 'a=%zz', '=1'])(
    'headers such as %s prevent it and are not shown',
    (value) => {
      expect(getMessage(() => load({ OTEL_EXPORTER_OTLP_HEADERS: value }))).toBe(
        'OTEL_EXPORTER_OTLP_HEADERS: the value is not a list such as "name=value,other=value"',
      );
    },
  );
});
