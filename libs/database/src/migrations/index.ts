import { CreateAccessAndCatalog1763164800000 } from './1763164800000-create-access-and-catalog.js';
import { AnnounceChanges1763164800001 } from './1763164800001-announce-changes.js';
import { StoreResponses1763164800002 } from './1763164800002-store-responses.js';
import { AddChannelApiVersion1763164800003 } from './1763164800003-add-channel-api-version.js';
import { CreateLedger1763164800004 } from './1763164800004-create-ledger.js';
import { CreateVideoTasks1763164800005 } from './1763164800005-create-video-tasks.js';
import { CreateWebhookDeliveries1763164800006 } from './1763164800006-create-webhook-deliveries.js';
import { AddModelPrices1763164800007 } from './1763164800007-add-model-prices.js';
import { AddTokenWebhooks1763164800008 } from './1763164800008-add-token-webhooks.js';
import { CreateBackgroundResponses1763164800009 } from './1763164800009-create-background-responses.js';
import { AddLimitsAndRoutes1763164800010 } from './1763164800010-add-limits-and-routes.js';
import { CreateUsage1763164800011 } from './1763164800011-create-usage.js';
import { LeaseBudgets1763164800012 } from './1763164800012-lease-budgets.js';
import { KeepChannelStates1763164800013 } from './1763164800013-keep-channel-states.js';
import { KeepAnswers1763164800014 } from './1763164800014-keep-answers.js';
import { KeepPriceVersions1763164800015 } from './1763164800015-keep-price-versions.js';
import { AddModelRealtime1763164800016 } from './1763164800016-add-model-realtime.js';
import { CreateClientSecrets1763164800017 } from './1763164800017-create-client-secrets.js';
import { CreateAudit1763164800020 } from './1763164800020-create-audit.js';
import { CreateSignIn1763164800021 } from './1763164800021-create-sign-in.js';
import { CreateSettings1763164800022 } from './1763164800022-create-settings.js';
import { FindUsageByOwner1763164800023 } from './1763164800023-find-usage-by-owner.js';
import { LimitMembers1763164800030 } from './1763164800030-limit-members.js';
import { RememberNetworks1763164800031 } from './1763164800031-remember-networks.js';
import { CreateMaintenanceRuns1763164800035 } from './1763164800035-create-maintenance-runs.js';
import { FindEndedRows1763164800040 } from './1763164800040-find-ended-rows.js';
import { SealVideoTasks1763164800041 } from './1763164800041-seal-video-tasks.js';
import { CountStorage1763164800042 } from './1763164800042-count-storage.js';
import { WaitAsLongAsClientsDo1763164800050 } from './1763164800050-wait-as-long-as-clients-do.js';
import { OneTableOfKeys1763164800051 } from './1763164800051-one-table-of-keys.js';
import { AddChannelPromptCaching1763164800061 } from './1763164800061-add-channel-prompt-caching.js';
import { RememberSessions1763164800070 } from './1763164800070-remember-sessions.js';
import { CountWhatElseIsBilled1763164800080 } from './1763164800080-count-what-else-is-billed.js';
import { AddModelTimeouts1763164800082 } from './1763164800082-add-model-timeouts.js';
import { AddChannelRepair1763164800083 } from './1763164800083-add-channel-repair.js';
import { KeepUpstreamCosts1763164800084 } from './1763164800084-keep-upstream-costs.js';
import { StoreModelFacts1763164800090 } from './1763164800090-store-model-facts.js';
import { AddChannelClouds1763164800100 } from './1763164800100-add-channel-clouds.js';
import { NameMediaFiles1763164800110 } from './1763164800110-name-media-files.js';
import { RotateTokens1763164800125 } from './1763164800125-rotate-tokens.js';
import { CreatePlaygroundTokens1763164800126 } from './1763164800126-create-playground-tokens.js';
import { KeepChannelResults1763164800128 } from './1763164800128-keep-channel-results.js';
import { RecordContents1763164800162 } from './1763164800162-record-contents.js';
import { KnowAppliedConfig1763164800170 } from './1763164800170-know-applied-config.js';
import { CreateMediaFolders1763164800180 } from './1763164800180-create-media-folders.js';
import { CloseLedger1763164800200 } from './1763164800200-close-ledger.js';
import { OrderForExports1763164800220 } from './1763164800220-order-for-exports.js';
import { FindByOrder1763164800221 } from './1763164800221-find-by-order.js';
import { TraceWebhooks1763164800222 } from './1763164800222-trace-webhooks.js';
import { KnowConfigSections1763164800223 } from './1763164800223-know-config-sections.js';
import { FindOldTransactions1763164800230 } from './1763164800230-find-old-transactions.js';
import { LimitMemberModels1763164800240 } from './1763164800240-limit-member-models.js';
import { MendEditedMigrations1763164800300 } from './1763164800300-mend-edited-migrations.js';
import { StoreResponseItems1763164800310 } from './1763164800310-store-response-items.js';
import { KeepModelUpdateSerials1763164800320 } from './1763164800320-keep-model-update-serials.js';
import { KnowWhoDeclaredChannels1763164800340 } from './1763164800340-know-who-declared-channels.js';
import { RecordRefusals1763164800420 } from './1763164800420-record-refusals.js';
import { NoteTokenUse1763164800430 } from './1763164800430-note-token-use.js';
import { AnnounceResponseSpools1763164800450 } from './1763164800450-announce-response-spools.js';
import { GroupResponseItems1763164800460 } from './1763164800460-group-response-items.js';
import { RollBudgets1763164800470 } from './1763164800470-roll-budgets.js';

export const MIGRATIONS = [
  CreateAccessAndCatalog1763164800000,
  AnnounceChanges1763164800001,
  StoreResponses1763164800002,
  AddChannelApiVersion1763164800003,
  CreateLedger1763164800004,
  CreateVideoTasks1763164800005,
  CreateWebhookDeliveries1763164800006,
  AddModelPrices1763164800007,
  AddTokenWebhooks1763164800008,
  CreateBackgroundResponses1763164800009,
  AddLimitsAndRoutes1763164800010,
  CreateUsage1763164800011,
  LeaseBudgets1763164800012,
  KeepChannelStates1763164800013,
  KeepAnswers1763164800014,
  KeepPriceVersions1763164800015,
  AddModelRealtime1763164800016,
  CreateClientSecrets1763164800017,
  CreateAudit1763164800020,
  CreateSignIn1763164800021,
  CreateSettings1763164800022,
  FindUsageByOwner1763164800023,
  LimitMembers1763164800030,
  RememberNetworks1763164800031,
  CreateMaintenanceRuns1763164800035,
  FindEndedRows1763164800040,
  SealVideoTasks1763164800041,
  CountStorage1763164800042,
  WaitAsLongAsClientsDo1763164800050,
  OneTableOfKeys1763164800051,
  AddChannelPromptCaching1763164800061,
  RememberSessions1763164800070,
  CountWhatElseIsBilled1763164800080,
  AddModelTimeouts1763164800082,
  AddChannelRepair1763164800083,
  KeepUpstreamCosts1763164800084,
  StoreModelFacts1763164800090,
  AddChannelClouds1763164800100,
  NameMediaFiles1763164800110,
  RotateTokens1763164800125,
  CreatePlaygroundTokens1763164800126,
  KeepChannelResults1763164800128,
  RecordContents1763164800162,
  KnowAppliedConfig1763164800170,
  CreateMediaFolders1763164800180,
  CloseLedger1763164800200,
  OrderForExports1763164800220,
  FindByOrder1763164800221,
  TraceWebhooks1763164800222,
  KnowConfigSections1763164800223,
  FindOldTransactions1763164800230,
  LimitMemberModels1763164800240,
  MendEditedMigrations1763164800300,
  StoreResponseItems1763164800310,
  KeepModelUpdateSerials1763164800320,
  KnowWhoDeclaredChannels1763164800340,
  RecordRefusals1763164800420,
  NoteTokenUse1763164800430,
  AnnounceResponseSpools1763164800450,
  GroupResponseItems1763164800460,
  RollBudgets1763164800470,
];
