import { type Channel } from '#catalog';
import { type AdvisedFault, findProvider } from '#providers';
import { type Finding } from './finding.js';

/** A finding with what its provider has to say about such a fault, where it has anything to say. */
export function withAdvice(found: Finding, { provider }: Channel, fault: AdvisedFault): Finding {
  const own = findProvider(provider)?.advice?.[fault];
  if (own === undefined) return found;
  return { ...found, advice: own.advice, ...(own.field === undefined ? {} : { field: own.field }) };
}
