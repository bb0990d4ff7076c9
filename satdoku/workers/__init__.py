"""Work for many: an ordered map over threads, processes or a cluster, the pool under it, and how
work is interrupted and keeps files to itself."""
