import { type Channel } from '#catalog';
import { type AdvisedFault, findProvider } from '#providers';
import { type Finding } from './finding.js';

/** Replaces the advice of a finding by that of the provider for such a fault, if it has one. */
export function withAdvice(found: Finding, { provider }: Channel, fault: AdvisedFault): Finding {
  const own = findProvider(provider)?.advice?.[fault];
  if (own === undefined) return found;
  return { ...found, advice: own.advice, ...(own.field === undefined ? {} : { field: own.field }) };
}
