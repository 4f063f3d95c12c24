export { type AuditChanges } from './audit-changes.js';
export { type AuditActor, type AuditEntry, type AuditSubject, type NewAuditEntry } from './audit-entry.js';
export { type AuditHead, parseAuditHead, writeAuditHead } from './audit-head.js';
export { AuditLog } from './audit-log.js';
export { AuditModule } from './audit.module.js';
export { type AuditLines, type AuditQuery } from './audit-query.js';
export { type AuditReport } from './chain-check.js';
export { describeChanges } from './describe-changes.js';
export { verifyAudit } from './verify-audit.js';
