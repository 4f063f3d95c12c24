export { flaggedHeader } from './flagged-header.js';
export { type Verdict } from './judgement.js';
export { type AppliedPolicies, Policies } from './policies.js';
