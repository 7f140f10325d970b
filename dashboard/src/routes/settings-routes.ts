import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { asGiven, root } from '../root.ts'

const settingPages = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  validateSearch: asGiven,
  component: lazyRouteComponent(() => import('./settings/layout.tsx'), 'SettingPages'),
})

const generalSettings = createRoute({
  getParentRoute: () => settingPages,
  path: '/',
  component: lazyRouteComponent(() => import('./settings/general/general.tsx'), 'GeneralSettings'),
})

const team = createRoute({
  getParentRoute: () => settingPages,
  path: 'team',
  component: lazyRouteComponent(() => import('./settings/team/team.tsx'), 'Team'),
})

const revenueFormula = createRoute({
  getParentRoute: () => settingPages,
  path: 'revenue',
  component: lazyRouteComponent(() => import('./settings/revenue/revenue.tsx'), 'RevenueFormula'),
})

const scoreSettings = createRoute({
  getParentRoute: () => settingPages,
  path: 'scores',
  component: lazyRouteComponent(() => import('./settings/scores/scores.tsx'), 'ScoreSettings'),
})

const documentClasses = createRoute({
  getParentRoute: () => settingPages,
  path: 'classes',
  component: lazyRouteComponent(() => import('./settings/classes/classes.tsx'), 'DocumentClasses'),
})

const fileNames = createRoute({
  getParentRoute: () => settingPages,
  path: 'files',
  component: lazyRouteComponent(() => import('./settings/files/file-names.tsx'), 'FileNames'),
})

const taughtLayouts = createRoute({
  getParentRoute: () => settingPages,
  path: 'layouts',
  component: lazyRouteComponent(() => import('./settings/layouts/layouts.tsx'), 'TaughtLayouts'),
})

const settingsHistory = createRoute({
  getParentRoute: () => settingPages,
  path: 'history',
  component: lazyRouteComponent(() => import('./settings/history.tsx'), 'SettingsHistory'),
})

const auditLog = createRoute({
  getParentRoute: () => settingPages,
  path: 'audit',
  component: lazyRouteComponent(() => import('./settings/audit/audit.tsx'), 'AuditLogPage'),
})

/** The settings of the organization, a screen for each kind. */
export const settings = settingPages.addChildren([
  generalSettings,
  team,
  revenueFormula,
  scoreSettings,
  documentClasses,
  fileNames,
  taughtLayouts,
  settingsHistory,
  auditLog,
])
