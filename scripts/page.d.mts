export function pageParts(modules?: string[]): Promise<{ readonly script: string; readonly style: string }>;
export function bundlePage(dir: string, modules?: string[]): Promise<void>;
