import axe from 'axe-core';
import { type Page } from 'playwright-core';

interface Finding {
  id: string;
  impact: string | null;
  nodes: { target: string[]; failureSummary: string }[];
}

const GRAVE: readonly (string | null)[] = ['serious', 'critical'];

/**
 * What axe finds that keeps people out. It is spoken over the debugging line, so the policy of the page stays in
 * force.
 */
export async function graveFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  const isThere = await page.evaluate<boolean>(`typeof axe === 'object'`);
  if (!isThere) await page.evaluate(axe.source);
  const options = rules === undefined ? {} : { runOnly: { type: 'rule', values: rules } };
  const { violations } = await page.evaluate<{ violations: Finding[] }>(
    `axe.run(document, ${JSON.stringify({ ...options, resultTypes: ['violations'] })})`,
  );
  return violations
    .filter(({ impact }) => GRAVE.includes(impact))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
    );
}
