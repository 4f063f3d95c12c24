import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../harness/index.js';
import { type ExposedFamily } from './exposed-family.js';
import { Exposition } from './index.js';
import { type Selector, listSelectors } from './promql.js';

/** Labels that Prometheus adds to everything that it scrapes. */
const TARGET_LABELS = ['job', 'instance', 'le'];

interface Panel {
  id: number;
  type: string;
  title: string;
  gridPos: { h: number; w: number; x: number; y: number };
  targets?: { expr: string; legendFormat: string }[];
}

interface Rule {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string; description: string };
}

const read = (path: string): string => readFileSync(new URL(`../../deploy/${path}`, import.meta.url), 'utf8');
const dashboard = JSON.parse(read('grafana/dashboard.json')) as {
  panels: Panel[];
  templating: { list: { name: string }[] };
};
const { groups } = parse(read('prometheus/alerts.yml')) as { groups: { name: string; rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

let gateway: TestGateway;
let families: ReadonlyMap<string, ExposedFamily>;

/** A gateway that has served a little of everything: a family without samples has no labels to compare with. */
beforeAll(async () => {
  gateway = await startTestGateway({
    sandbox: true,
    models: [{ id: 'sandbox-chat', price: { perRequest: 0.01 } }],
    budgets: { globalUsd: 1, period: 'monthly' },
  });
  const content = '[[words=30]] [[pace=10]] go on';
  const response = await fetch(`${gateway.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'sandbox-chat', stream: true, messages: [{ role: 'user', content }] }),
  });
  await response.text();
  expect(response.status).toBe(200);
  await gateway.flushUsage();
  families = new Exposition(await (await fetch(`${gateway.origin}/metrics`)).text()).families;
});

afterAll(async () => {
  await gateway.stop();
});

function findFamily({ metric }: Selector): ExposedFamily | undefined {
  const family = families.get(metric) ?? families.get(metric.replace(/_(bucket|sum|count)$/, ''));
  return family?.type === 'histogram' || family?.name === metric ? family : undefined;
}

/** The metrics and labels of an expression that the gateway does not have. */
function listUnknown(expr: string): string[] {
  return listSelectors(expr).flatMap((selector) => {
    const family = findFamily(selector);
    if (family === undefined) return [selector.metric];
    const known = new Set([...TARGET_LABELS, ...family.samples.flatMap(({ labels }) => Object.keys(labels))]);
    // Nothing to compare with if no connection or channel has failed yet.
    if (family.samples.length === 0) return [];
    return selector.labels
      .filter((label) => !known.has(label))
      .map((label) => `${selector.metric}{${label}}`);
  });
}

describe('the dashboard', () => {
  const panels = dashboard.panels.filter(({ type }) => type !== 'row');

  it('has panels that do not overlap, each with a name and a query', () => {
    expect(panels.length).toBeGreaterThan(20);
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    const places = new Set<string>();
    for (const { title, gridPos, targets = [] } of panels) {
      expect(title).not.toBe('');
      expect(targets.length).toBeGreaterThan(0);
      expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) {
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          expect(places.has(`${x} ${y}`)).toBe(false);
          places.add(`${x} ${y}`);
        }
      }
    }
  });

  it('uses only metrics of the gateway', () => {
    const exprs = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    expect(exprs.flatMap(listUnknown)).toEqual([]);
    expect(exprs.filter((expr) => listSelectors(expr).length === 0)).toEqual([]);
  });

  it('uses nearly all of its metrics', () => {
    const shown = new Set(
      panels.flatMap(({ targets = [] }) =>
        targets.flatMap(({ expr }) => listSelectors(expr).map((selector) => findFamily(selector)?.name)),
      ),
    );
    const left = [...families.keys()].filter((name) => !shown.has(name));
    expect(left.toSorted()).toEqual([
      'modelgate_build_info',
      'modelgate_recorded_contents_total',
      'nodejs_external_memory_bytes',
      'process_start_time_seconds',
    ]);
  });
});

describe('the alerts', () => {
  it.each(rules)(
    '$alert uses only metrics of the gateway, and says what to do',
    ({ expr, labels, annotations }) => {
      expect(listUnknown(expr)).toEqual([]);
      expect(listSelectors(expr).length).toBeGreaterThan(0);
      expect(['critical', 'warning', 'info']).toContain(labels.severity);
      expect(annotations.summary).toMatch(/\.$/);
      expect(annotations.description).toMatch(/\.$/);
    },
  );

  it('have unique names', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  });

  it('would fail this test with another metric', () => {
    expect(listUnknown('sum by (queue) (modelgate_queue_dew) > 1')).toEqual(['modelgate_queue_dew']);
    expect(listUnknown('max(modelgate_queue_due{quue="webhooks"})')).toEqual(['modelgate_queue_due{quue}']);
    expect(listUnknown('rate(modelgate_requests_total_bucket[5m])')).toEqual([
      'modelgate_requests_total_bucket',
    ]);
    expect(() => listSelectors('sum(rate(up[5m])')).toThrow('bracket');
  });
});
