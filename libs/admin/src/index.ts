export { AdminGuard } from './access/admin.guard.js';
export { type AdminTokenView, type IssuedAdminTokenView } from './admin-tokens/admin-token.dto.js';
export { listSessionIds } from './access/session-cookie.js';
export { AdminModule } from './admin.module.js';
export { type AuditEntryView } from './audit/audit.dto.js';
export { type AdminInProcess, startAdminInProcess } from './in-process/admin-in-process.js';
export { describeAdminApi } from './openapi/describe-admin-api.js';
export { type ChannelChangesInput } from './channels/channel.dto.js';
export { type ChannelTestView, type ChannelView } from './channels/channel-view.dto.js';
export {
  type ConfigAppliedView,
  type ConfigDiffView,
  type ConfigExportView,
  type ConfigStateView,
} from './config-file/config-file.dto.js';
export { type ModelView } from './models/model-view.dto.js';
export { type OwnerLimitsInput, type OwnerView } from './owners/owner.dto.js';
export { type RequestView } from './requests/request.dto.js';
export { type SettingsView } from './settings/settings.dto.js';
export { type TaskDetailView, type TaskView } from './tasks/task.dto.js';
export { type IssuedTokenView, type TokenView } from './tokens/token.dto.js';
export { type UsageReportView } from './usage/usage.dto.js';
export { type UserView, type UserWithPasswordView } from './users/user.dto.js';
export { type WebhookDeliveryView } from './webhook-deliveries/webhook-delivery.dto.js';
