// Hooks of other tools, moved here and back.
export { PluginProblem } from '../problem.js';
export {
  type Backup,
  backupsFolder,
  contentOf,
  digestOf,
  listBackups,
  planRestore,
  type Replacement,
  type RestorePlan,
  replaceWithBackup,
  restore,
} from './backups.js';
export type { Journey } from './host.js';
export {
  carryOut,
  type Elsewhere,
  hasHooks,
  hooksElsewhere,
  type Plan,
  planMigration,
  sourceFor,
  titleOf,
} from './migrate.js';
export {
  type Difference,
  type Fate,
  HOST_NAMES,
  type HookReport,
  type HostName,
  isNative,
  type Left,
  MIGRATE_SCOPES,
  type MigrateScope,
  type Report,
  TARGET_NAMES,
  type TargetName,
} from './report.js';
