/**
 * How many levels the tree of a menu or vocabulary may have. Files nest up to 64 levels (SECURITY, 7): two for each
 * level of a tree, and the rest for the values of its nodes.
 */
export const MAX_TREE_LEVELS = 24;
